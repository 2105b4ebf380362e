import { h } from "vue";
import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import run from "../../images/pendulum.svg";
import "./style.css";

const alt = "Positions of a five-link pendulum at equal intervals of time, and the path of its tip";

export default {
  extends: DefaultTheme,
  // The picture beside the title is the result of a run, not a drawing.
  Layout: () =>
    h(DefaultTheme.Layout, null, { "home-hero-image": () => h("img", { class: "home-run", src: run, alt }) }),
} satisfies Theme;
