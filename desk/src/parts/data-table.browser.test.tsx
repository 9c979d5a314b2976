import '@hola/ui/tokens.css'
import '../app/tokens.css'
import '@hola/ui/base.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DataTable, type Column, type RowGroup } from './data-table.tsx'

type Row = { id: string; name: string }

const columns: readonly Column<Row>[] = [
  { id: 'name', head: () => 'Name', width: '70%', cell: ({ name }) => name },
  { id: 'id', head: () => 'Number', width: '30%', isNumber: true, cell: ({ id }) => id },
]
const manyRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `row ${at}` }))

function Table({
  rows,
  onEnd,
  groupOf,
}: {
  rows: readonly Row[]
  onEnd?: () => void
  groupOf?: (row: Row) => RowGroup
}) {
  const [selected, setSelected] = useState<string>()
  return (
    <div style={{ display: 'flex', height: '80vh' }} data-density="desk">
      <DataTable
        label="rows"
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        selectedId={selected ?? '0'}
        onSelect={setSelected}
        onEnd={onEnd}
        groupOf={groupOf}
      />
    </div>
  )
}

const expectSelected = async (at: number): Promise<void> => {
  await expect.element(page.getByRole('row', { selected: true })).toHaveTextContent(`row ${at}${at}`)
}

test('a hundred thousand rows are a few dozen in the page, and the last can be scrolled to', async () => {
  document.documentElement.dataset['density'] = 'desk'
  const onEnd = vi.fn<() => void>()
  await render(<Table rows={manyRows(100_000)} onEnd={onEnd} />)
  const grid = page.getByRole('grid')
  await expect.element(page.getByText('row 0', { exact: true })).toBeVisible()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '100001')
  expect(grid.element().querySelectorAll('tbody tr').length).toBeLessThan(80)
  expect(onEnd).not.toHaveBeenCalled()
  const scroller = grid.element().parentElement
  if (scroller) scroller.scrollTop = scroller.scrollHeight
  await expect.element(page.getByText('row 99999', { exact: true })).toBeVisible()
  expect(grid.element().querySelectorAll('tbody tr').length).toBeLessThan(80)
  expect(onEnd).toHaveBeenCalled()
})

test('J, K and the arrows move the selection, stop at both ends, and leave a typed j alone', async () => {
  await render(
    <>
      <Table rows={manyRows(3)} />
      <input aria-label="note" />
    </>,
  )
  await expectSelected(0)
  await userEvent.keyboard('j')
  await expectSelected(1)
  await userEvent.keyboard('{ArrowDown}jj')
  await expectSelected(2)
  await userEvent.keyboard('k')
  await expectSelected(1)
  await page.getByRole('textbox').fill('')
  await page.getByRole('textbox').click()
  await userEvent.keyboard('jk')
  await expect.element(page.getByRole('textbox')).toHaveValue('jk')
  await expectSelected(1)
  await page.getByText('row 0').click()
  await expectSelected(0)
})

test('rows of a group stand under its line, which the selection steps over', async () => {
  const groupOf = ({ id }: Row) => (Number(id) < 2 ? { id: 'late', head: 'Late' } : { id: 'rest', head: 'The rest' })
  await render(<Table rows={manyRows(4)} groupOf={groupOf} />)
  const lines = page.getByRole('grid').element().querySelectorAll('tbody tr:not([aria-hidden])')
  expect([...lines].map((line) => line.textContent)).toEqual([
    'Late',
    'row 00',
    'row 11',
    'The rest',
    'row 22',
    'row 33',
  ])
  await expectSelected(0)
  await userEvent.keyboard('jj')
  await expectSelected(2)
  await userEvent.keyboard('k')
  await expectSelected(1)
})
