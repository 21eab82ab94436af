import { useEffect, useState } from "react";
import { searchServices } from "../../../retrieval/search-services/index.ts";

/** The text is loaded with the service's code; "" until then. */
export function useAbout(kind: string): string {
  const [about, setAbout] = useState("");
  useEffect(() => {
    let isOutdated = false;
    void searchServices
      .find(kind)
      ?.load()
      .then(({ parts }) => {
        if (!isOutdated) setAbout(parts.about);
      });
    return () => {
      isOutdated = true;
    };
  }, [kind]);
  return about;
}
