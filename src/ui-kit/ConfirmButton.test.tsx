import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ConfirmButton } from "./ConfirmButton.tsx";

function ask(onSure: () => void = () => undefined) {
  render(
    <ConfirmButton
      open="Delete"
      question="All of it?"
      sure="Delete it"
      keep="Keep it"
      onSure={onSure}
    />,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole("button", { name });

describe("what cannot be taken back", () => {
  it("is not done by one press, nor by two of the same key", async () => {
    const onSure = vi.fn();
    const user = ask(onSure);
    await user.tab();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("group", { name: "Delete" }).textContent).toContain("All of it?");
    expect(document.activeElement).toBe(button("Keep it"));
    await user.keyboard("{Enter}");
    expect(onSure).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button("Delete"));
  });

  it("is done when said once more, and the keyboard stays there", async () => {
    const onSure = vi.fn();
    const user = ask(onSure);
    await user.click(button("Delete"));
    await user.click(button("Delete it"));
    expect(onSure).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(button("Delete"));
  });

  it("leaves the keyboard where the deed put it", async () => {
    const place = document.body.appendChild(document.createElement("button"));
    const user = ask(() => place.focus());
    await user.click(button("Delete"));
    await user.click(button("Delete it"));
    expect(document.activeElement).toBe(place);
    place.remove();
  });
});
