import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { Palette } from './palette.tsx'

const onClose = vi.fn<() => void>()
const goToAudit = vi.fn<() => void>()
const signOut = vi.fn<() => void>()
const commands = [
  { name: 'Ir a Auditoría', keys: 'g a', run: goToAudit },
  { name: 'Cerrar sesión', run: signOut },
]

beforeEach(async () => {
  vi.clearAllMocks()
  chooseLocale('es')
  await render(<Palette commands={commands} onClose={onClose} />)
})

test('finds a command by letters without accents, in any order, and runs it by Enter', async () => {
  await userEvent.keyboard('AUDITORIA ir')
  await expect.element(page.getByText('Ir a Auditoría')).toBeVisible()
  expect(page.getByRole('option').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  expect(goToAudit).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

test('the arrows choose, and the chosen one is told to who listens', async () => {
  await userEvent.keyboard('{ArrowDown}')
  const chosen = page.getByRole('option', { selected: true })
  await expect.element(chosen).toHaveTextContent('Cerrar sesión')
  await expect
    .element(page.getByRole('combobox'))
    .toHaveAttribute('aria-activedescendant', chosen.element().getAttribute('id') ?? '')
  await userEvent.keyboard('{Enter}')
  expect(signOut).toHaveBeenCalledOnce()
})

test('says when nothing is found, does nothing by Enter, and closes by Esc', async () => {
  await userEvent.keyboard('xyz')
  await expect.element(page.getByText('Nada con esas letras')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
