import type { Picture } from './album.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const figureOf = ({ path, state, language, look, file }: Picture): string => `
    <figure data-language="${language}" data-look="${look}" data-words="${escaped(`${path} ${state}`)}">
      <a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt="${escaped(`${state}, ${language}, ${look}`)}"></a>
      <figcaption>${escaped(state)} <small>${language} ${look}</small></figcaption>
    </figure>`

const sectionOf = ([path, pictures]: readonly [string, readonly Picture[]]): string => `
  <section>
    <h2>${escaped(path)}</h2>${pictures.map(figureOf).join('')}
  </section>`

/** All pictures on one page that needs no server: grouped by screen, chosen by language, look and words. */
export function indexPage(pictures: readonly Picture[]): string {
  const byPath = Object.entries(Object.groupBy(pictures, ({ path }) => path)).map(
    ([path, group = []]) => [path, group] as const,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hola: every screen</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif }
  body { margin: 0 16px 48px }
  form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 8px 20px; padding: 12px 0; background: Canvas }
  section { display: flex; flex-wrap: wrap; gap: 16px; align-items: start }
  h2 { flex: 100%; margin: 24px 0 0; font-size: 15px }
  figure { width: 195px; margin: 0 }
  figure[data-look=desk] { width: 420px }
  figure img { width: 100%; height: 422px; object-fit: cover; object-position: top; border: 1px solid #8884 }
  figure[data-look=desk] img { height: 263px }
  figcaption { overflow-wrap: anywhere }
  [hidden] { display: none !important }
</style>
<form>
  <strong>${byPath.length} screens, ${pictures.length} pictures</strong>
  <label>Find <input name="words" type="search" placeholder="overdue, sign…"></label>
  <label>Language <select name="language"><option value="">both<option value="es" selected>Spanish<option value="en">English</select></label>
  <label>Look <select name="look"><option value="">all<option value="phone" selected>phone, 390 px<option value="narrow">phone, 320 px<option value="dark">dark<option value="desk">desktop<option value="print">on paper</select></label>
</form>
<main>${byPath.map(sectionOf).join('')}
</main>
<script>
  const form = document.querySelector('form')
  const choose = () => {
    const { words, language, look } = Object.fromEntries(new FormData(form))
    const wanted = words.toLowerCase().split(/\\s+/)
    for (const figure of document.querySelectorAll('figure')) {
      const { dataset } = figure
      figure.hidden =
        (language && dataset.language !== language) ||
        (look && dataset.look !== look) ||
        !wanted.every((word) => dataset.words.toLowerCase().includes(word))
    }
    for (const section of document.querySelectorAll('section'))
      section.hidden = !section.querySelector('figure:not([hidden])')
  }
  form.addEventListener('input', choose)
  form.addEventListener('submit', (event) => event.preventDefault())
  choose()
</script>
</html>
`
}
