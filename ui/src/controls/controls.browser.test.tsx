import '../tokens.css'
import '../base.css'
import { useState, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLocale } from '@hola/i18n/locale.ts'
import { Button } from './button.tsx'
import { Chips } from './chips.tsx'
import { CodeField } from './code-field.tsx'
import { Money } from '../format/money.tsx'
import { PickerField } from '../pickers/picker-field.tsx'
import { Row, RowList } from '../layout/row-list.tsx'
import { Slider } from './slider.tsx'
import { TextField } from './text-field.tsx'

beforeEach(() => chooseLocale('es'))

describe('button', () => {
  test('blocked it stays focusable, does not act, and leads to what is missing', async () => {
    const [onClick, onBlocked] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const screen = await render(
      <Button blocked onClick={onClick} onBlocked={onBlocked}>
        Firmar
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Firmar' })
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.tab()
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onClick).not.toHaveBeenCalled()
    expect(onBlocked).toHaveBeenCalledOnce()
  })

  test('busy it keeps width and focus, says what is happening, and does not act twice', async () => {
    const onClick = vi.fn<() => void>()
    const button = (busy: boolean): ReactNode => (
      <Button busy={busy} busyText="Enviando tus datos" onClick={onClick}>
        Enviar
      </Button>
    )
    const screen = await render(button(false))
    await screen.getByRole('button', { name: 'Enviar' }).click()
    const { width } = screen.getByRole('button').element().getBoundingClientRect()
    await screen.rerender(button(true))
    const busy = screen.getByRole('button', { name: 'Enviando tus datos' })
    await expect.element(busy).toHaveFocus()
    expect(busy.element().getBoundingClientRect().width).toBe(width)
    await userEvent.keyboard('{Enter}')
    expect(onClick).toHaveBeenCalledOnce()
  })

  test('the focus ring is 3 px, 2 px off', async () => {
    await render(<Button>Pagar</Button>)
    await userEvent.tab()
    const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(document.activeElement ?? document.body)
    expect([outlineWidth, outlineOffset, outlineStyle]).toEqual(['3px', '2px', 'solid'])
  })
})

describe('fields', () => {
  test('label, hint and error belong to the input', async () => {
    const screen = await render(<TextField label="Número de DNI" hint="Sin puntos." error="Tiene 7 u 8 números." />)
    const input = screen.getByLabelText('Número de DNI')
    await expect.element(input).toHaveAccessibleDescription('Sin puntos. Tiene 7 u 8 números.')
    await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  })

  test('a focused field does not shift what is around it', async () => {
    const screen = await render(<TextField label="Nombre" />)
    const before = screen.getByLabelText('Nombre').element().getBoundingClientRect()
    await screen.getByLabelText('Nombre').click()
    expect(screen.getByLabelText('Nombre').element().getBoundingClientRect()).toEqual(before)
  })

  test('a picker field says its name and what is chosen', async () => {
    const onOpen = vi.fn<() => void>()
    const screen = await render(<PickerField label="Provincia" text="Chaco" onOpen={onOpen} />)
    await screen.getByRole('button', { name: 'Provincia Chaco' }).click()
    expect(onOpen).toHaveBeenCalledOnce()
  })

  test('a field that depends on another says on what it waits, and does not open', async () => {
    const onOpen = vi.fn<() => void>()
    const screen = await render(<PickerField label="Partido" waitingFor="Elegí primero la provincia" onOpen={onOpen} />)
    const field = screen.getByRole('button', { name: 'Partido Elegí primero la provincia' })
    await expect.element(field).toHaveAttribute('aria-disabled', 'true')
    field.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(onOpen).not.toHaveBeenCalled()
  })

  test('the code is one input: digits only, six at most, told once when complete', async () => {
    const onComplete = vi.fn<(code: string) => void>()
    const Code = (): ReactNode => {
      const [code, setCode] = useState('')
      return <CodeField label="Código" value={code} onChange={setCode} onComplete={onComplete} />
    }
    const screen = await render(<Code />)
    const input = screen.getByRole('textbox', { name: 'Código' })
    await expect.element(input).toHaveAttribute('autocomplete', 'one-time-code')
    await userEvent.type(input, '40a7 12')
    await expect.element(input).toHaveValue('40712')
    expect(onComplete).not.toHaveBeenCalled()
    await userEvent.keyboard('39')
    await expect.element(input).toHaveValue('407123')
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('407123')
    await userEvent.keyboard('{Backspace}{Backspace}')
    await expect.element(input).toHaveValue('4071')
  })

  test('a pasted code with spaces is read', async () => {
    const onComplete = vi.fn<(code: string) => void>()
    const screen = await render(<CodeField label="Código" value="" onChange={() => {}} onComplete={onComplete} />)
    await screen.getByRole('textbox').fill('407 123')
    expect(onComplete).toHaveBeenCalledWith('407123')
  })
})

describe('choices', () => {
  test('chips are a radio group, moved by the arrows', async () => {
    const Terms = (): ReactNode => {
      const [term, setTerm] = useState(62)
      const options = [62, 91, 120].map((value) => ({ value, text: `${value} días`, detail: 'fecha' }))
      return <Chips label="¿Cuándo lo devolvés?" options={options} value={term} onChange={setTerm} />
    }
    const screen = await render(<Terms />)
    await expect.element(screen.getByRole('group', { name: '¿Cuándo lo devolvés?' })).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('radio', { name: '91 días fecha' })).toBeChecked()
    await screen.getByRole('radio', { name: '120 días fecha' }).click()
    await expect.element(screen.getByRole('radio', { name: '120 días fecha' })).toBeChecked()
  })

  test('the slider moves by its step and reads the value out in words', async () => {
    const onChange = vi.fn<(value: number) => void>()
    const screen = await render(
      <Slider
        label="Monto"
        value={120_000}
        min={20_000}
        max={150_000}
        step={5_000}
        text="$ 120.000"
        onChange={onChange}
      />,
    )
    const slider = screen.getByRole('slider', { name: 'Monto' })
    await expect.element(slider).toHaveAttribute('aria-valuetext', '$ 120.000')
    slider.element().focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith(125_000)
  })

  test('a row is a link with an address, a button with an action, else words', async () => {
    const screen = await render(
      <RowList>
        <Row title="Contrato" href="#/x" />
        <Row title="Ayuda" onClick={() => {}} />
        <Row title="Queda entre vos y Hola" />
      </RowList>,
    )
    await expect.element(screen.getByRole('link', { name: 'Contrato' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Ayuda' })).toBeVisible()
    expect(screen.getByRole('button').elements()).toHaveLength(1)
  })
})

test.each([
  ['$ 152.580,50', ['$ ', ',50']],
  ['$ 150.000', ['$ ']],
  ['−$ 12.000,00', ['−$ ', ',00']],
  ['299,90 %', [' %']],
])('of %s only sign and centavos are set small', async (text, small) => {
  const screen = await render(<Money text={text} />)
  const figure = screen.container.firstElementChild
  expect(figure?.textContent).toBe(text)
  expect([...(figure?.children ?? [])].map(({ textContent }) => textContent)).toEqual(small)
})
