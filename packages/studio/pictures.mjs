// Draws public/pictures/<mechanism>.webp, the cards of the home page, with the studio's own 3D view in Chromium:
//   npm start, then node packages/studio/pictures.mjs [ADDRESS [NAME...]]
// The ground is transparent, so that one picture serves both themes. CHROMIUM_PATH names the browser.
import { systems } from "kinetree/systems";
import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [address = "http://127.0.0.1:4170", ...wanted] = process.argv.slice(2);
const folder = new URL("public/pictures/", import.meta.url);

/** A time at which a mechanism looks more like itself than at its start [s]. */
const moments = {
  "n-pendulum": 0.6,
  "box-pendulum": 0.3,
  "hinge-chain": 0.5,
  "spherical-chain": 0.8,
  "double-pendulum": 0.4,
  "numbered-chain": 0.5,
  bricard: 0.4,
  cantilever: 0.06,
  "spinning-beam": 6.7,
  "flexible-arm": 2,
  "flexible-chain": 0.8,
  "slider-crank-flexible": 1 / 120, // of its rows: between them it is drawn as if it moved straight
};

/** Beams in the colours of their stress, and by how much their deformation is multiplied where it would not be seen. */
const deformations = {
  cantilever: 8,
  "spinning-beam": 3,
  "flexible-arm": 1,
  "flexible-chain": 1,
  "slider-crank-flexible": 1,
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme: "light" });
for (const { name } of systems) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const time = moments[name];
  await page.goto("about:blank");
  await page.goto(`${address}/#/model?${time === undefined ? "" : `t=${time}&`}system=${name}`);
  await page.waitForFunction(() => (window.kinetreeStudio?.scene?.frames() ?? 0) > 2, undefined, { timeout: 60_000 });
  // A run up to a moment takes a while; nothing on the page says that its last row is drawn.
  const isFlexible = name in deformations;
  await page.waitForTimeout(time === undefined ? 500 : isFlexible ? 10_000 : 3000);
  if (isFlexible) await showStress(deformations[name]);
  const picture = Buffer.from((await page.evaluate(draw)).split(",")[1], "base64");
  writeFileSync(new URL(`${name}.webp`, folder), picture);
  console.log(`${name}.webp  ${(picture.length / 1024).toFixed(1)} kB`);
}
await browser.close();

async function showStress(deformation) {
  await page.getByTestId("scene-display").click();
  await page.getByTestId("display-stress").click();
  await page.getByTestId("display-deformation").fill(String(Math.log10(deformation)));
  await page.keyboard.press("Escape");
  await page.waitForTimeout(1000);
}

/** In the page: what is solid of the mechanism fills the picture, in the best quality that is small enough. */
async function draw() {
  const [most, margin, ratio] = [14 * 1024, 0.09, 1.5];
  const large = { width: 1920, height: 1280 };
  const sheet = (size) => Object.assign(document.createElement("canvas"), size);
  window.kinetreeStudio.scene.viewport.fit(false);
  const image = new Image();
  image.src = await window.kinetreeStudio.renderPicture(large);
  await image.decode();
  const all = sheet(large).getContext("2d", { willReadFrequently: true });
  all.drawImage(image, 0, 0);
  const box = solidBox(all.getImageData(0, 0, large.width, large.height));
  const cutWidth = Math.max(box.width, box.height * ratio) * (1 + 2 * margin);
  const cutHeight = cutWidth / ratio;
  const [x, y] = [box.x + (box.width - cutWidth) / 2, box.y + (box.height - cutHeight) / 2];

  // Transparency is stored without loss: where quality alone does not do, soft shadows go, then pixels.
  for (const width of [480, 420, 360])
    for (const levels of [8, 1]) {
      const small = sheet({ width, height: width / ratio });
      const context = small.getContext("2d", { willReadFrequently: true });
      context.imageSmoothingQuality = "high";
      context.drawImage(all.canvas, x, y, cutWidth, cutHeight, 0, 0, small.width, small.height);
      coarsenShadow(context, levels);
      for (let quality = 0.92; quality > 0.4; quality -= 0.04) {
        const url = small.toDataURL("image/webp", quality);
        if ((url.length * 3) / 4 < most) return url;
      }
    }
  throw new Error(`no picture is smaller than ${most} bytes`);

  /** Leaves so many levels of what is not solid; one is none at all. */
  function coarsenShadow(target, levels) {
    const pixels = target.getImageData(0, 0, target.canvas.width, target.canvas.height);
    const step = 160 / levels;
    for (let i = 3; i < pixels.data.length; i += 4)
      if (pixels.data[i] < 160) pixels.data[i] = levels > 1 ? step * Math.round(pixels.data[i] / step) : 0;
    target.putImageData(pixels, 0, 0);
  }

  /** Where there is more than shadow. */
  function solidBox({ data, width: columns, height: rows }) {
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        if (data[4 * (row * columns + column) + 3] < 200) continue;
        [left, right] = [Math.min(left, column), Math.max(right, column)];
        [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
      }
    return { x: left, y: top, width: right - left, height: bottom - top };
  }
}
