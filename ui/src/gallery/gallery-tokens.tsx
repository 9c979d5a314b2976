import { useState, type ReactNode } from 'react'
import { Card } from '../layout/card.tsx'
import css from './gallery.module.css'

/** Every token by its name, read from the style sheet itself: one that is added there shows here. */
const readTokens = (): string[] => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const roots = rules.filter((rule) => rule instanceof CSSStyleRule && rule.selectorText === ':root')
  return [...new Set(roots.flatMap((rule) => (rule instanceof CSSStyleRule ? [...rule.style] : [])))].filter((name) =>
    name.startsWith('--'),
  )
}

const valueOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Colours, type and space, each drawn by what it says. */
export function Tokens(): ReactNode {
  const [names] = useState(readTokens)
  const colours = names.filter((name) => CSS.supports('color', valueOf(name)))
  const types = names.filter((name) => name.startsWith('--type-'))
  const spaces = names.filter((name) => name.startsWith('--space-'))
  return (
    <div className={css.section}>
      <Card title="Colores">
        <ul className={css.swatches}>
          {colours.map((name) => (
            <li key={name}>
              <span className={css.swatch} style={{ background: `var(${name})` }} />
              {name.slice(2)}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Tipografía">
        {types.map((name) => (
          <p key={name} className={css.sample} style={{ font: `var(${name})` }}>
            {name.slice('--type-'.length)} 1.234
          </p>
        ))}
      </Card>
      <Card title="Espacio">
        {spaces.map((name) => (
          <p key={name} className={css.space}>
            <span className={css.measure} style={{ width: `var(${name})` }} />
            {name.slice(2)}
          </p>
        ))}
      </Card>
    </div>
  )
}
