/** UI text about the Lab before its code is loaded. */
export const labPageText = {
  name: "Lab",
  skip: "Skip to the lab",
  opening: "Opening the lab…",
};
