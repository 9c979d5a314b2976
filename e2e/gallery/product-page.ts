/** A phone of today, in px. */
export const screenSize = { width: 390, height: 868 }

const SCREENS_COUNT = 4
const FRAME = 10
const GAP = 32
const MARGIN = 28

/** Four phones in their frames, the gaps between them, the margin around. */
export const pictureSize = {
  width: SCREENS_COUNT * (screenSize.width + 2 * FRAME) + (SCREENS_COUNT - 1) * GAP + 2 * MARGIN,
  height: screenSize.height + 2 * FRAME + 2 * MARGIN,
}

/** Screens side by side in frames like a phone's, on a plain ground that suits a light and a dark page around it. */
export const productPage = (screens: readonly Buffer[]): string => `<!doctype html>
<style>
  body { display: flex; gap: ${GAP}px; margin: 0; padding: ${MARGIN}px; background: #e9edf2 }
  img { width: ${screenSize.width}px; height: ${screenSize.height}px; border: ${FRAME}px solid #16202c; border-radius: 46px }
</style>
${screens.map((screen) => `<img src="data:image/png;base64,${screen.toString('base64')}">`).join('\n')}`
