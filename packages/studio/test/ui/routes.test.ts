import { expect, test } from "vitest";
import { parseRoute, routeAddress, type Route } from "../../src/app/routes.js";
import { splitToken } from "../../src/run/token.js";

const routes: Route[] = [
  { page: "home" },
  { page: "model" },
  { page: "compare" },
  { page: "study", id: "0/results/swing 50 %.study" },
];

test.each(routes)("the address of %o leads back to it", (route) =>
  expect(parseRoute(routeAddress(route))).toEqual(route),
);

test("a query belongs to the page before it", () =>
  expect(parseRoute("#/model?system=four-bar&x=a/b?c")).toEqual({ page: "model" }));

test.each(["", "#", "#/", "#/nowhere", "#token=abc", "#/study/"])("%s is the home page", (hash) =>
  expect(parseRoute(hash)).toEqual({ page: "home" }),
);

test("a study id with a stray % is taken as it stands", () =>
  expect(parseRoute("#/study/50%")).toEqual({ page: "study", id: "50%" }));

test("the token leaves the address, the rest stays", () => {
  expect(splitToken("#token=ab_c-9")).toEqual({ token: "ab_c-9", rest: "#/" });
  expect(splitToken("#token=ab&/model?system=lander")).toEqual({ token: "ab", rest: "#/model?system=lander" });
  expect(splitToken("#/model?token=ab")).toBeNull();
});
