import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useSelected } from './use-selected.ts'

const idOf = (row: { id: string }): string => row.id

function List({ rows }: { rows: readonly { id: string }[] }): ReactNode {
  const [isHeld, setIsHeld] = useState(false)
  const [selected, choose] = useSelected(rows, idOf, { isHeld })
  return (
    <>
      <output>{selected?.id ?? 'none'}</output>
      <button type="button" onClick={() => setIsHeld(!isHeld)}>
        hold
      </button>
      <button type="button" onClick={() => choose('b')}>
        b
      </button>
    </>
  )
}

const of = (...ids: string[]) => ids.map((id) => ({ id }))
const selected = () => page.getByRole('status')

test('the first row stays selected when another one comes before it', async () => {
  const { rerender } = await render(<List rows={of('a', 'b')} />)
  await expect.element(selected()).toHaveTextContent('a')
  await rerender(<List rows={of('new', 'a', 'b')} />)
  await expect.element(selected()).toHaveTextContent('a')
})

test('a row that is held stays although it has left the list, and gives way once it is let go', async () => {
  const { rerender } = await render(<List rows={of('a', 'b')} />)
  await userEvent.click(page.getByRole('button', { name: 'b' }))
  await userEvent.click(page.getByRole('button', { name: 'hold' }))
  await rerender(<List rows={of('a')} />)
  await expect.element(selected()).toHaveTextContent('b')
  await userEvent.click(page.getByRole('button', { name: 'hold' }))
  await expect.element(selected()).toHaveTextContent('a')
})
