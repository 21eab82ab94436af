/** UI text of the buttons that open the dialog. */
export const routerName = "Search router";
