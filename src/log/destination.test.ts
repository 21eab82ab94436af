import { expect, it } from "vitest";
import { bytesLeft, placeOf } from "./destination.ts";

it.each([
  ["device", "tab"],
  ["http://localhost:11434", "machine"],
  ["http://127.0.0.1:8080", "machine"],
  ["http://127.8.9.10", "machine"],
  ["http://[::1]:1234", "machine"],
  ["https://ollama.localhost", "machine"],
  ["http://192.168.1.7:11434", "elsewhere"],
  ["https://api.openai.com", "elsewhere"],
  ["http://localhost.evil.example", "elsewhere"],
  ["http://127.0.0.1.evil.example", "elsewhere"],
  ["http://evillocalhost", "elsewhere"],
  ["https://127.0.0.1@evil.example", "elsewhere"],
  ["https://localhost:80@evil.example", "elsewhere"],
  ["", "elsewhere"],
] as const)("%s is %s", (destination, place) => {
  expect(placeOf(destination)).toBe(place);
});

it("tells what left the tab from what left the machine", () => {
  const sent = new Map([
    ["device", 5],
    ["http://localhost:8080", 100],
    ["https://api.openai.com", 30],
    ["http://10.0.0.2:8000", 7],
  ]);
  expect(bytesLeft(sent)).toEqual({ tab: 137, machine: 37 });
  expect(bytesLeft(new Map())).toEqual({ tab: 0, machine: 0 });
});
