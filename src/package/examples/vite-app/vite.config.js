import { open } from "hopwise";

const hopwise = open();

async function answer(request, response) {
  const question = new URL(request.url, "http://app").searchParams.get("q") ?? "";
  const { short, state, citations, error } = await (await hopwise).ask(question);
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ short, state, citations, error }));
}

const configureServer = ({ middlewares }) => void middlewares.use("/ask", answer);
export default { plugins: [{ name: "hopwise", configureServer }] };
