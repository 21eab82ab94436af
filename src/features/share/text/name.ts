/** UI text of the button that opens the dialog. */
export const shareName = "Share";
