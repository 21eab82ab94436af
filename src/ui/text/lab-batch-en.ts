/** The sentences of the lab's batches: the list, a new one, a running one. Fetched with the lab. */
export const labBatchText = {
  title: "Lab",
  back: "All batches",
};
