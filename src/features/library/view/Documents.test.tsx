import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useLibraries } from "../../../app/runtime/runtime-context.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { Documents } from "./Documents.tsx";
import { LibraryChoices } from "./LibraryChoices.tsx";

function Both() {
  const libraries = useLibraries((state) => state.libraries);
  return (
    <>
      <LibraryChoices />
      {libraries.map((library) => (
        <Documents key={library.id} library={library} />
      ))}
    </>
  );
}

it("a library is private until the person says that anyone may read it, and again after", async () => {
  const { runtime, user } = renderPart(<Both />);
  await runtime.libraries.create("Minutes");
  const mark = await screen.findByRole("checkbox", { name: "Anyone may read these documents" });
  expect(mark).toHaveProperty("checked", false);
  expect(screen.queryByText(/, public$/u)).toBeNull();
  await user.click(mark);
  expect(await screen.findByText(/, public$/u)).toBeTruthy();
  expect(runtime.libraries.getState().libraries[0]).toMatchObject({ public: true });
  await user.click(mark);
  await expect.poll(() => screen.queryByText(/, public$/u)).toBeNull();
  expect(mark).toHaveProperty("checked", false);
});
