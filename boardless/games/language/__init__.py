"""The language L-GDL: from text to trees of ludemes, and back."""
