/** An element of a manifest or of a resource. Attributes go by their names without `android:`. */
export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
}

type Open = { name: string; attributes: Record<string, string>; children: Open[] }

const nobody = (): Open => ({ name: '', attributes: {}, children: [] })

const rootOf = ({ children: [root] }: Open): Element => {
  if (!root) throw new Error('this is no XML')
  return root
}

/** XML as we write it: without text, CDATA and entities. */
export function readXml(xml: string): Element {
  const top = nobody()
  const path = [top]
  for (const [, close, name = '', rest = '', end] of xml
    .replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '')
    .matchAll(/<(\/)?([\w-]+)([^>]*?)(\/)?>/g)) {
    if (close) {
      path.pop()
      continue
    }
    const attributes = [...rest.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']): [string, string] => [
      key.replace('android:', ''),
      value,
    ])
    const element: Open = { name, attributes: Object.fromEntries(attributes), children: [] }
    path.at(-1)?.children.push(element)
    if (!end) path.push(element)
  }
  return rootOf(top)
}

/** The same of what is in an APK, as `aapt2 dump xmltree` tells it: one line each, the deeper the further to the right. */
export function readTree(dump: string): Element {
  const top = nobody()
  const path: { readonly indent: number; readonly element: Open }[] = [{ indent: -1, element: top }]
  for (const line of dump.split('\n')) {
    const element = /^( *)E: ([\w-]+)/.exec(line)
    const attribute = /^ *A: (?:\S*:)?(\w+)(?:\(0x[0-9a-f]+\))?=(?:"(.*)" \(Raw: |(.*))/.exec(line)
    if (element) {
      const [, spaces = '', name = ''] = element
      while ((path.at(-1)?.indent ?? -1) >= spaces.length) path.pop()
      const opened: Open = { name, attributes: {}, children: [] }
      path.at(-1)?.element.children.push(opened)
      path.push({ indent: spaces.length, element: opened })
    } else if (attribute) {
      const [, key = '', text, value = ''] = attribute
      const open = path.at(-1)?.element
      if (open) open.attributes[key] = text ?? value
    }
  }
  return rootOf(top)
}

/** The element and all that is in it. */
export const within = (element: Element): Element[] => [element, ...element.children.flatMap(within)]

export const named = (element: Element, pattern: RegExp): Element[] =>
  within(element).filter(({ name }) => pattern.test(name))
