/** The price comes from the address, from a listed model of that name, or from the user. */
import { useEffect, useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { isDoubtfulPrice } from "../../../log/cost.ts";
import { priceBounds as range } from "../../../log/setting-bounds.ts";
import type { Price, Tier } from "../../../log/types.ts";
import { isLoopback, originOf } from "../../../models/bound-key.ts";
import { isConfigured, noServer, type ServerPreferences } from "../../../session/preferences.ts";
import type { PriceRow } from "../../../session/services.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { OptionalNumberField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { priceText as words } from "../text/price.ts";
import sheet from "./SettingsDialog.module.css";
import { useServer } from "./use-server.ts";

const css = classes(sheet);

interface Figures {
  inputPerMillion: number | null;
  outputPerMillion: number | null;
  cachedInputPerMillion: number | null;
}

type Draft = Partial<Figures>;

const nothing: Figures = {
  inputPerMillion: null,
  outputPerMillion: null,
  cachedInputPerMillion: null,
};

export function PriceFields({ tier }: { tier: Tier }) {
  const [server, patch] = useServer(tier);
  const { price: chosen } = server;
  const { known, offers } = useKnownPrices(server);
  const price = chosen ?? known;

  const isDoubtful = isDoubtfulPrice({ destination: originOf(server.baseUrl), price });

  const [draft, setDraft] = useState<Draft>({});
  const half = Object.keys(draft).length > 0;
  const shown = { ...(price ?? nothing), ...draft };

  /** Half a price would make costs too low. */
  function enter(entered: Draft): void {
    const { inputPerMillion, outputPerMillion, cachedInputPerMillion } = { ...shown, ...entered };
    if (inputPerMillion === null || outputPerMillion === null) {
      setDraft({ ...draft, ...entered });
      return;
    }
    setDraft({});
    const asOf = today();
    const figures = { inputPerMillion, outputPerMillion, cachedInputPerMillion };
    patch({ price: { ...figures, source: words.own, asOf } });
  }

  return (
    <fieldset className={css("group")}>
      <legend>{words.title}</legend>
      <div className={css("columns")}>
        <OptionalNumberField
          label={words.input}
          value={shown.inputPerMillion}
          range={range}
          onChange={(inputPerMillion) => enter({ inputPerMillion })}
        />
        <OptionalNumberField
          label={words.output}
          value={shown.outputPerMillion}
          range={range}
          onChange={(outputPerMillion) => enter({ outputPerMillion })}
        />
        <OptionalNumberField
          label={words.cached}
          value={shown.cachedInputPerMillion}
          range={range}
          onChange={(cachedInputPerMillion) => enter({ cachedInputPerMillion })}
        />
      </div>
      <p className={css("soft")}>
        {price !== null && half ? words.half : words.of(price, chosen !== null)}{" "}
        {isDoubtful ? words.doubtful : null}{" "}
        {chosen === null && !half ? null : (
          <TextButton
            onClick={() => {
              setDraft({});
              patch({ price: null });
            }}
          >
            {words.reset}
          </TextButton>
        )}
      </p>
      <ul>
        {(isDoubtful && !offers.some(isFree) ? [...offers, free()] : offers)
          .filter(({ source }) => isDoubtful || source !== price?.source)
          .map(({ id: _id, title, ...counted }) => (
            <li key={title}>
              <TextButton
                onClick={() => {
                  setDraft({});
                  patch({ price: counted });
                }}
              >
                {isFree(counted) ? words.free : words.countAs({ title, ...counted })}
              </TextButton>
            </li>
          ))}
      </ul>
    </fieldset>
  );
}

function useKnownPrices(server: ServerPreferences): {
  known: Price | null;
  offers: readonly PriceRow[];
} {
  const { priceOf, namesakes } = useRuntime();
  const { preset, baseUrl, model } = server;
  const [known, setKnown] = useState<Price | null>(null);
  const [offers, setOffers] = useState<readonly PriceRow[]>([]);
  useEffect(() => {
    let isShown = true;
    const nothing = { ...noServer, preset, baseUrl, model };
    void (async () => {
      if (!isConfigured(nothing)) return [null, []] as const;
      const found = await priceOf(nothing).catch(() => null);
      const isOwn = found === null || isLoopback(baseUrl);
      const sold = isOwn ? await namesakes(model).catch(() => []) : [];
      return [found, found === null ? [...sold, free()] : sold] as const;
    })().then(([price, rows]) => {
      if (!isShown) return;
      setKnown(price);
      setOffers(rows);
    });
    return () => {
      isShown = false;
    };
  }, [priceOf, namesakes, preset, baseUrl, model]);
  return { known, offers };
}

function isFree(price: Price): boolean {
  return price.free === true;
}

function free(): PriceRow {
  const nothing = { inputPerMillion: 0, outputPerMillion: 0, cachedInputPerMillion: null };
  const costs = { ...nothing, free: true };
  return { id: "free", title: words.free, ...costs, source: words.freeSource, asOf: today() };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
