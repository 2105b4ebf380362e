import type { Page } from "playwright-core";

/** What Chromium says about drawing without a graphics card; no page can help it. */
const ofTheMachine = [/GL Driver Message/, /GPU stall due to ReadPixels/, /software WebGL/i];
/** What Chromium asks for by itself beside a picture that stands alone, as between tests; pages name their own icon. */
const icon = /\/favicon\.ico$/;

/** What went wrong in a page, in the order of its happening. */
export interface Complaints {
  /** All that nobody has asked for yet; the list is empty afterwards. */
  readonly take: () => string[];
}

/** Writes down errors and warnings of the console, exceptions, and requests that failed or were refused. */
export function listenTo(page: Page): Complaints {
  let heard: string[] = [];
  page.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning";
    const { url } = message.location();
    if (isBad && !icon.test(url) && !ofTheMachine.some((pattern) => pattern.test(message.text())))
      heard.push(`console ${message.type()}: ${message.text()} (${url})`);
  });
  page.on("pageerror", (error) => heard.push(`exception: ${error.stack ?? error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "no reason given";
    // Whoever leaves a page ends what it was loading.
    if (reason !== "net::ERR_ABORTED") heard.push(`request failed: ${request.url()}: ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !icon.test(response.url()))
      heard.push(`answer ${response.status()}: ${response.url()}`);
  });
  return {
    take: () => {
      const all = heard;
      heard = [];
      return all;
    },
  };
}
