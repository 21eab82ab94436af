/**
 * The parts of the tree, separate from the other arrival parts, one of which is the tree itself.
 */
import { lazyPart } from "../../ui-kit/lazy-part.tsx";

export const treeChunks = {
  treePicture: () => import("../../features/tree/view/TreePicture.tsx"),
  treeList: () => import("../../features/tree/view/TreeList.tsx"),
  treeTools: () => import("../../features/tree/view/TreeTools.tsx"),
};

export const TreePicture = lazyPart(async () => (await treeChunks.treePicture()).TreePicture);

export const TreeTools = lazyPart(async () => (await treeChunks.treeTools()).TreeTools);

export const TreeList = lazyPart(async () => (await treeChunks.treeList()).TreeList);
