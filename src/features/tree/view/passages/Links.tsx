/** Addresses stay plain text until a person has seen them in full. */
import { useMemo, useState } from "react";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { linksText as words } from "../../text/links.ts";
import sheet from "./Links.module.css";
import { linksIn } from "./links.ts";

const css = classes(sheet);

export function Links({ text }: { text: string }) {
  const links = useMemo(() => linksIn(text), [text]);
  const [asked, setAsked] = useState<string | null>(null);
  if (links.length === 0) return null;
  return (
    <details className={css("links")}>
      <summary>{words.found(links.length)}</summary>
      <ul className={css("list")}>
        {links.map((address) => (
          <li key={address} className={css("link")}>
            <code className={css("address")} dir="ltr">
              {address}
            </code>
            {asked === address ? (
              <Asked address={address} onLeave={() => setAsked(null)} />
            ) : (
              <TextButton aria-label={words.openLong(address)} onClick={() => setAsked(address)}>
                {words.open}
              </TextButton>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Asked({ address, onLeave }: { address: string; onLeave: () => void }) {
  const { protocol, hostname } = new URL(address);
  return (
    <div className={css("asked")} role="status">
      <p>
        {words.ask} {protocol === "http:" ? words.insecure : null}{" "}
        {hostname.includes("xn--") ? words.disguised : null}
      </p>
      <p className={css("ways")}>
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          aria-label={words.goLong(address)}
          onClick={onLeave}
        >
          {words.go}
        </a>
        <TextButton onClick={onLeave}>{words.leave}</TextButton>
      </p>
    </div>
  );
}
