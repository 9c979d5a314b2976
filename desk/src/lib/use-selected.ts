import { useState } from 'react'

/**
 * The row of a list that is selected: the first to begin with, and from then on the same one wherever it moves to. Others
 * change the list meanwhile; while it is held, as by a dialog about it, it stays even after it has left the list. So nothing
 * is done to a row that nobody chose, and nothing that was typed about it is lost.
 */
export const useSelected = <Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  { first, isHeld = false }: { first?: string | undefined; isHeld?: boolean } = {},
): readonly [Row | undefined, (id: string) => void] => {
  const [chosen, setChosen] = useState(first)
  const [last, setLast] = useState<Row>()
  const found = rows?.find((row) => idOf(row) === chosen)
  const selected = found ?? (isHeld ? last : undefined) ?? rows?.[0]
  if (selected !== undefined && selected !== last) setLast(selected)
  if (selected !== undefined && chosen === undefined) setChosen(idOf(selected))
  return [selected, setChosen]
}
