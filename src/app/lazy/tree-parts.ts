/** What the tree is made of. Apart from the other parts on arrival, of which the tree itself is one. */
import { lazyPart } from "../../ui-kit/lazy-part.tsx";

export const treeChunks = {
  treePicture: () => import("../../features/tree/view/TreePicture.tsx"),
  treeList: () => import("../../features/tree/view/TreeList.tsx"),
  treeTools: () => import("../../features/tree/view/TreeTools.tsx"),
};

/** D3 comes with the first run, not with the page. */
export const TreePicture = lazyPart(async () => (await treeChunks.treePicture()).TreePicture);

export const TreeTools = lazyPart(async () => (await treeChunks.treeTools()).TreeTools);

export const TreeList = lazyPart(async () => (await treeChunks.treeList()).TreeList);
