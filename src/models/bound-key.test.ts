import { expect, it } from "vitest";
import { isLoopback } from "./bound-key.ts";

it.each([
  [" http://localhost:8080/v1", true],
  ["http://LOCALHOST:1234/v1/", true],
  ["http://2130706433/v1", true],
  ["http://0x7f.1/v1", true],
  ["http://[::1]:8000/v1", true],
  ["http://0.0.0.0:8000/v1", false],
  ["http://192.168.1.7:11434/v1", false],
  ["https://localhost.evil.example/v1", false],
  ["https://localhost@evil.example/v1", false],
  ["nonsense", false],
])("an address as it is typed is on this machine or not: %s", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
