import { useLayoutEffect, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { Chips } from '../controls/chips.tsx'
import { Question } from '../controls/question.tsx'
import { Slider } from '../controls/slider.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Card } from '../layout/card.tsx'
import { docIcon } from '../layout/icons.ts'
import { Row, RowList } from '../layout/row-list.tsx'
import { PickerField } from '../pickers/picker-field.tsx'
import css from './gallery.module.css'
import { showStates } from './shown-states.ts'

const nothing = (): void => {}
const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const

const terms = [
  { value: 62, text: '62 días' },
  { value: 91, text: '91 días' },
]

/** Each part at rest, and disabled where it can be. */
const parts: readonly { name: string; part: ReactNode; disabled?: ReactNode }[] = [
  ...kinds.map((kind) => ({
    name: `Button, ${kind}`,
    part: <Button kind={kind}>Pagar</Button>,
    disabled: (
      <Button kind={kind} blocked>
        Pagar
      </Button>
    ),
  })),
  {
    name: 'TextField',
    part: <TextField label="Apellido" defaultValue="Romero" />,
    disabled: <TextField label="Apellido" defaultValue="Romero" disabled />,
  },
  {
    name: 'PickerField',
    part: <PickerField label="Banco" text="Banco Nación" onOpen={nothing} />,
    disabled: <PickerField label="Sucursal" waitingFor="Elegí el banco" onOpen={nothing} />,
  },
  {
    name: 'Chips',
    part: <Chips label="Plazo" value={0} onChange={nothing} options={terms} />,
    disabled: (
      <fieldset disabled>
        <Chips label="Plazo" value={91} onChange={nothing} options={terms} />
      </fieldset>
    ),
  },
  { name: 'Checkbox', part: <Checkbox>Leí y acepto</Checkbox> },
  {
    name: 'Switch',
    part: <Switch label="Ubicación" on={false} onChange={nothing} />,
    disabled: <Switch label="Ubicación" on={false} busy onChange={nothing} />,
  },
  {
    name: 'Slider',
    part: (
      <Slider
        label="Monto"
        value={50}
        min={0}
        max={100}
        step={5}
        text="$ 50"
        ends={['$ 0', '$ 100']}
        onChange={nothing}
      />
    ),
  },
  {
    name: 'Row',
    part: (
      <RowList>
        <Row icon={docIcon} title="Contrato" detail="PDF" href="#/x" />
      </RowList>
    ),
  },
  { name: 'Question', part: <Question question="¿Puedo pagar antes?" answer="Sí." /> },
]

const states = [
  { state: 'rest', name: 'quieto' },
  { state: 'hover', name: 'con el puntero' },
  { state: 'focus', name: 'con el foco' },
  { state: 'pressed', name: 'apretado' },
  { state: 'disabled', name: 'inactivo' },
] as const

/** What a pointer, a key and a finger do to each part, all at once. */
export function Touched(): ReactNode {
  useLayoutEffect(showStates)
  return (
    <div className={css.wide}>
      <Card title="Al tocar">
        {parts.map(({ name, part, disabled }) => (
          <section key={name} className={css.touched} aria-label={name}>
            <h3 className={css.part}>{name}</h3>
            {states.map(({ state, name: stateName }) => (
              <div key={state} className={css.state} data-show={state}>
                <p className={css.note}>{stateName}</p>
                {state === 'disabled' ? (disabled ?? <p className={css.note}>no tiene</p>) : part}
              </div>
            ))}
          </section>
        ))}
      </Card>
    </div>
  )
}
