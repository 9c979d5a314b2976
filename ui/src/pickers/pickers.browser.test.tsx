import '../tokens.css'
import '../base.css'
import { useState, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { DatePicker } from './date-picker.tsx'
import { MultiPicker } from './multi-picker.tsx'
import { Sheet } from '../overlay/sheet.tsx'
import { SinglePicker } from './single-picker.tsx'

/** A page with one button that opens the sheet under test. */
function Opener({ children }: { children: (close: () => void) => ReactNode }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && children(() => setOpen(false))}
    </>
  )
}

async function opened(children: (close: () => void) => ReactNode) {
  const screen = await render(<Opener>{children}</Opener>)
  await screen.getByRole('button', { name: 'open' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  return screen
}

beforeEach(() => chooseLocale('es'))

describe('sheet', () => {
  const open = () =>
    opened((close) => (
      <Sheet title="Ayuda" onClose={close}>
        <button type="button">adentro</button>
      </Sheet>
    ))

  test('is named by its title and makes the page behind it inert', async () => {
    const screen = await open()
    await expect.element(screen.getByRole('dialog', { name: 'Ayuda' })).toBeVisible()
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true)
  })

  test('the focus stays inside', async () => {
    await open()
    for (let step = 0; step < 5; step += 1) {
      await userEvent.tab()
      expect(document.activeElement === document.body || document.activeElement?.closest('dialog')).toBeTruthy()
    }
  })

  test.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    [
      'the close button',
      (screen: Awaited<ReturnType<typeof open>>) => screen.getByRole('button', { name: 'Cerrar' }).click(),
    ],
    [
      'a tap on the scrim',
      (screen: Awaited<ReturnType<typeof open>>) => screen.getByRole('dialog').click({ position: { x: 5, y: 5 } }),
    ],
  ])('%s closes it and gives the focus back', async (_name, close) => {
    const screen = await open()
    await close(screen)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'open' })).toHaveFocus()
  })

  test.each([
    ['beyond 80 px closes it', 120, 0],
    ['a little does not', 40, 1],
  ])('a pull on its head by %s', async (_name, distance, left) => {
    const screen = await open()
    const head = screen.getByRole('heading', { name: 'Ayuda' }).element()
    const pointer = (type: string, clientY: number): void => {
      head.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientY }))
    }
    // The element can capture only a real pointer.
    vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {})
    pointer('pointerdown', 300)
    pointer('pointermove', 300 + distance)
    pointer('pointerup', 300 + distance)
    await expect.poll(() => document.querySelectorAll('dialog').length).toBe(left)
    vi.restoreAllMocks()
  })
})

describe('single picker', () => {
  const provinces = [
    'Buenos Aires',
    'Catamarca',
    'Chaco',
    'Chubut',
    'Córdoba',
    'Corrientes',
    'Entre Ríos',
    'Formosa',
    'Jujuy',
  ]
  const options = provinces.map((label, value) => ({ value, label }))
  const open = async (value?: number, rows = options) => {
    const onChange = vi.fn<(value: number) => void>()
    const onCancel = vi.fn<() => void>()
    const screen = await opened(() => (
      <SinglePicker title="Provincia" options={rows} value={value} onChange={onChange} onCancel={onCancel} />
    ))
    return { screen, onChange, onCancel }
  }

  test('marks the chosen row', async () => {
    const { screen } = await open(2)
    await expect.element(screen.getByRole('option', { name: 'Chaco' })).toHaveAttribute('aria-selected', 'true')
    await expect.element(screen.getByRole('option', { name: 'Chubut' })).toHaveAttribute('aria-selected', 'false')
  })

  test('a tap takes the row', async () => {
    const { screen, onChange } = await open()
    await screen.getByRole('option', { name: 'Formosa' }).click()
    expect(onChange).toHaveBeenCalledExactlyOnceWith(7)
  })

  test('the search finds without accents, says how many, and Enter takes the first', async () => {
    const { screen, onChange } = await open()
    await screen.getByRole('combobox', { name: 'Buscar' }).fill('cor')
    expect(
      screen
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Córdoba', 'Corrientes'])
    await expect.element(screen.getByRole('status')).toHaveTextContent('Encontrados: 2')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith(5)
  })

  test('says so when nothing is found, and Enter takes nothing', async () => {
    const { screen, onChange } = await open()
    await screen.getByRole('combobox').fill('zzz')
    await expect.element(screen.getByText('No encontramos nada. Probá con menos letras.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(onChange).not.toHaveBeenCalled()
  })

  test.each([
    ['{ArrowDown}{Enter}', 3],
    ['{ArrowUp}{Enter}', 1],
    ['{End}{Enter}', 8],
    ['{Home}{Enter}', 0],
    ['f{Enter}', 7],
    ['c{Enter}', 3],
    [' ', 2],
  ])('in the list, from the chosen row, %s takes row %i', async (keys, row) => {
    const { screen, onChange } = await open(2)
    screen.getByRole('listbox').element().focus()
    await userEvent.keyboard(keys)
    expect(onChange).toHaveBeenCalledExactlyOnceWith(row)
  })

  test('a short list has no search', async () => {
    const { screen } = await open(undefined, options.slice(0, 4))
    expect(screen.getByRole('combobox').query()).toBeNull()
    await expect.element(screen.getByRole('listbox')).toHaveFocus()
  })

  test('Esc cancels', async () => {
    const { onChange, onCancel } = await open()
    await userEvent.keyboard('{Escape}')
    expect(onCancel).toHaveBeenCalledOnce()
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('multi picker', () => {
  const columns = [
    { label: 'Día', options: ['Lunes', 'Martes', 'Miércoles'] },
    { label: 'Hora', options: ['9 h', '12 h', '16 h', '18 h'] },
  ]
  const open = async (value = [1, 2]) => {
    const onColumnChange = vi.fn<(change: { column: number; value: number }) => void>()
    const onChange = vi.fn<(value: number[]) => void>()
    const onCancel = vi.fn<() => void>()
    const screen = await opened(() => (
      <MultiPicker
        title="Turno"
        columns={columns}
        value={value}
        onColumnChange={onColumnChange}
        onChange={onChange}
        onCancel={onCancel}
      />
    ))
    return { screen, onColumnChange, onChange, onCancel }
  }

  test('each turn is told at once, the value comes with Done', async () => {
    const { screen, onColumnChange, onChange } = await open()
    await screen.getByRole('option', { name: '18 h' }).click()
    expect(onColumnChange).toHaveBeenCalledExactlyOnceWith({ column: 1, value: 3 })
    expect(onChange).not.toHaveBeenCalled()
    await screen.getByRole('button', { name: 'Listo' }).click()
    expect(onChange).toHaveBeenCalledExactlyOnceWith([1, 3])
  })

  test('turning by scroll settles on a row', async () => {
    const { screen, onColumnChange } = await open()
    const wheel = screen.getByRole('listbox', { name: 'Hora' }).element()
    wheel.scrollTop = 0
    await expect.poll(() => onColumnChange.mock.calls).toEqual([[{ column: 1, value: 0 }]])
  })

  test('the arrows turn, Enter is Done', async () => {
    const { screen, onChange } = await open()
    screen.getByRole('listbox', { name: 'Día' }).element().focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith([2, 2])
  })

  test('an index out of range counts as 0', async () => {
    const { screen, onChange } = await open([9, -1])
    await screen.getByRole('button', { name: 'Listo' }).click()
    expect(onChange).toHaveBeenCalledExactlyOnceWith([0, 0])
  })

  test.each([
    [
      'Cancel',
      (screen: Awaited<ReturnType<typeof open>>['screen']) => screen.getByRole('button', { name: 'Cancelar' }).click(),
    ],
    ['Esc', () => userEvent.keyboard('{Escape}')],
  ])('%s cancels', async (_name, cancel) => {
    const { screen, onChange, onCancel } = await open()
    await cancel(screen)
    expect(onCancel).toHaveBeenCalledOnce()
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('date picker', () => {
  const open = async (value = '2027-01-31', end?: string) => {
    const onChange = vi.fn<(value: string) => void>()
    const screen = await opened((close) => (
      <DatePicker title="Fecha" today="2026-11-16" end={end} value={value} onChange={onChange} onCancel={close} />
    ))
    return { screen, onChange }
  }
  const labels = () => [...document.querySelectorAll('[role=listbox]')].map((each) => each.getAttribute('aria-label'))
  const chosen = () => [...document.querySelectorAll('[aria-selected=true]')].map(({ textContent }) => textContent)

  test('Spanish: day, month by name, year; 301 years', async () => {
    const { screen } = await open()
    expect(labels()).toEqual(['Día', 'Mes', 'Año'])
    expect(chosen()).toEqual(['31', 'enero', '2027'])
    const years = screen.getByRole('listbox', { name: 'Año' }).getByRole('option').elements()
    expect([years[0]?.textContent, years.at(-1)?.textContent]).toEqual(['1876', '2176'])
  })

  test('English: month, day, year', async () => {
    chooseLocale('en')
    await open()
    expect(labels()).toEqual(['Month', 'Day', 'Year'])
    expect(chosen()).toEqual(['January', '31', '2027'])
  })

  test('opens with the chosen rows in the middle of the wheels', async () => {
    const { screen } = await open('1983-08-14')
    const wheel = screen.getByRole('listbox', { name: 'Año' }).element().getBoundingClientRect()
    const row = screen.getByRole('option', { name: '1983' }).element().getBoundingClientRect()
    expect(Math.abs(row.top + row.height / 2 - (wheel.top + wheel.height / 2))).toBeLessThan(2)
  })

  test('31 January turned to February becomes the 28th', async () => {
    const { screen, onChange } = await open()
    await screen.getByRole('option', { name: 'febrero' }).click()
    expect(chosen()).toEqual(['28', 'febrero', '2027'])
    await screen.getByRole('button', { name: 'Listo' }).click()
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2027-02-28')
  })

  test('typing the year on its wheel goes straight there', async () => {
    const { screen, onChange } = await open()
    const year = screen.getByRole('listbox', { name: 'Año' }).element()
    year.focus()
    // At once: a pause between them begins anew.
    for (const key of '1983') year.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('1983-01-31')
  })

  test('the whole date can be typed, the slashes come by themselves', async () => {
    const { screen, onChange } = await open('')
    await userEvent.type(screen.getByRole('textbox', { name: 'Escribí la fecha' }), '14081983')
    await expect.element(screen.getByRole('textbox')).toHaveValue('14/08/1983')
    expect(chosen()).toEqual(['14', 'agosto', '1983'])
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('1983-08-14')
  })

  test.each([
    ['not a date', '31/02/1983', 'Eso no es una fecha. Escribila como día, mes y año: 14/08/1983.'],
    ['outside the range', '01/01/2020', 'Elegí una fecha entre el 01/01/1876 y el 16/11/2008.'],
  ])('what is typed and is %s is not taken', async (_name, typed, words) => {
    const { screen, onChange } = await open('', '2008-11-16')
    await screen.getByRole('textbox').fill(typed)
    await screen.getByRole('button', { name: 'Listo' }).click()
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(onChange).not.toHaveBeenCalled()
  })

  test('scrolled beyond the range the wheel turns back', async () => {
    const { screen } = await open('2008-11-16', '2008-11-16')
    const wheel = screen.getByRole('listbox', { name: 'Año' }).element()
    const before = wheel.scrollTop
    wheel.scrollTop = before + 480
    await expect.poll(() => wheel.scrollTop).toBe(before)
    expect(chosen()).toEqual(['16', 'noviembre', '2008'])
  })

  test('turned beyond the range it comes back to its end', async () => {
    const { screen, onChange } = await open('2008-06-01', '2008-11-16')
    screen.getByRole('listbox', { name: 'Año' }).element().focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen()).toEqual(['16', 'noviembre', '2008'])
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2008-11-16')
  })
})
