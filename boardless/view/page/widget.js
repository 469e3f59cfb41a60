// The page in a notebook: the interface that anywidget needs.

import { Page } from "./page.js";

function render({ model, el }) {
  let heard = null;
  const link = {
    say: (message) => model.send(message),
    listen: (hear) => {
      heard = hear;
      model.on("msg:custom", heard);
    },
  };
  new Page(el, link);
  return () => model.off("msg:custom", heard);
}

export default { render };
