document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const query = new URLSearchParams(new FormData(event.currentTarget));
  const { short, state } = await (await fetch(`/ask?${query}`)).json();
  document.querySelector("output").textContent = `${short ?? "No answer"} (${state ?? "failed"})`;
});
