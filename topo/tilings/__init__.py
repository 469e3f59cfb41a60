"""Tilings as finite tables: named ones, tables of users, incidence, slots and symmetries."""
