import { sourcePages } from "../.vitepress/outside-links.mts";

export default { paths: sourcePages };
