import { getDocumentProxy } from 'unpdf'

/** A piece of text where it stands on its page, in points from the lower left corner. */
export type PlacedText = {
  readonly page: number
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
}

export const openPdf = (bytes: Uint8Array) => getDocumentProxy(Uint8Array.from(bytes))

/** What a reader of the file can mark and copy, in the order of the file. */
export const readPdf = async (bytes: Uint8Array): Promise<PlacedText[]> => {
  const document = await openPdf(bytes)
  const placed: PlacedText[] = []
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent()
    for (const item of items)
      if ('str' in item && item.str.trim() !== '')
        placed.push({
          page,
          text: item.str,
          x: Number(item.transform[4]),
          y: Number(item.transform[5]),
          width: item.width,
          size: Number(item.transform[0]),
        })
  }
  return placed
}
