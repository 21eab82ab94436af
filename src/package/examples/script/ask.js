import { open } from "hopwise";

const hopwise = await open({ budget: { usd: 0.01 } });
const asked = hopwise.ask("Which sea borders the country whose capital is Tallinn?");
for await (const event of asked) {
  if (event.type === "call-start") console.error(`${event.purpose} …`);
}
const { answer, sure, citations } = await asked;
console.log(`${answer} (${Math.round(100 * (sure ?? 0))} % sure)`);
for (const { mark, title } of citations) console.log(`[${mark}] ${title}`);
await hopwise.close();
