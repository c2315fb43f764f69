import { type SVGTemplateResult, svg } from 'lit';
import { encode } from 'uqr';

/** A QR code. Dark on light in both themes, as not every reader takes it the other way round. */
export function qrCode(text: string, label: string): SVGTemplateResult {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return svg`<svg class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff"></rect><path d=${squares.join('')} fill="#000"></path></svg>`;
}
