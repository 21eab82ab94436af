import type {
  DocumentContent,
  DocumentRecord,
  LibraryRecord,
} from "../retrieval/libraries/own/record.ts";
import type { LibraryStore } from "../retrieval/libraries/own/storage.ts";

export function memoryLibraries(): LibraryStore {
  const libraries = new Map<string, LibraryRecord>();
  const kept = new Map<string, { record: DocumentRecord; content: DocumentContent }>();
  const documents = (library: string) =>
    [...kept.values()].map(({ record }) => record).filter((record) => record.library === library);
  return {
    all: async () =>
      [...libraries.values()].map((library) => ({ ...library, documents: documents(library.id) })),
    damaged: async () => [],
    documents: async (library) => documents(library),
    content: async (library, document) => kept.get(`${library} ${document}`)?.content ?? null,
    vectors: async () => [],
    put: async (record) => void libraries.set(record.id, record),
    add: async (record, content) =>
      void kept.set(`${record.library} ${record.id}`, { record, content }),
    addVectors: async () => true,
    removeDocument: async (library, document) => void kept.delete(`${library} ${document}`),
    async remove(library) {
      libraries.delete(library);
      for (const { id } of documents(library)) kept.delete(`${library} ${id}`);
    },
  };
}
