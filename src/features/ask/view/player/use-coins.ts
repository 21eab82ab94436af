/** While a recorded run plays, each paid call sends a coin from its step to the meter. */
import { useEffect, useEffectEvent, useRef } from "react";
import { useApp, useRun } from "../../../../app/runtime/runtime-context.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { Player } from "../../../runs/player.ts";
import sheet from "./Recording.module.css";

const css = classes(sheet);

export function useCoins(player: Player): void {
  const { run } = useApp().runtime;
  const usd = useRun((state) => state.ledger.total.usd);
  const last = useRef(usd);
  const pay = useEffectEvent((isMore: boolean) => {
    if (!isMore || !player.getState().playing) return;
    const charge = run.getState().ledger.charges.at(-1);
    const step = document.querySelector(`[data-item="${charge?.node ?? "question"}"]`);
    const meter = document.getElementById("meter-title");
    if (step !== null && meter !== null) fly(step.getBoundingClientRect(), meter);
  });
  useEffect(() => {
    pay(usd > last.current);
    last.current = usd;
  }, [usd]);
}

function fly(from: DOMRect, to: Element): void {
  const target = to.getBoundingClientRect();
  const coin = document.createElement("div");
  coin.className = css("coin");
  coin.textContent = "$";
  coin.ariaHidden = "true";
  document.body.append(coin);
  const place = (x: number, y: number, scale: number) => ({
    transform: `translate(${x}px, ${y}px) scale(${scale})`,
  });
  const [x, y] = [from.left + 12, from.top + from.height / 2];
  const [endX, endY] = [target.left + 8, target.bottom + 12];
  const flight = coin.animate(
    [place(x, y, 0.4), place((x + endX) / 2, Math.min(y, endY) - 40, 1), place(endX, endY, 0.7)],
    { duration: 750, easing: "ease-in-out" },
  );
  flight.onfinish = () => coin.remove();
  flight.oncancel = () => coin.remove();
}
