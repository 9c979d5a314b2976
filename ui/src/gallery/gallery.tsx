import { useState, type ReactNode } from 'react'
import { Badge } from '../layout/badge.tsx'
import { BrandMark } from '../layout/brand-mark.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Card } from '../layout/card.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { Chips } from '../controls/chips.tsx'
import { CodeField } from '../controls/code-field.tsx'
import { DatePicker } from '../pickers/date-picker.tsx'
import { Dock } from '../layout/dock.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { FeedbackHost } from '../overlay/feedback-host.tsx'
import { showActionSheet, showLoading, showModal, showToast } from '../overlay/feedback.ts'
import { FileButton } from '../controls/file-button.tsx'
import { Fold } from '../layout/fold.tsx'
import css from './gallery.module.css'
import { Touched } from './gallery-states.tsx'
import { Tokens } from './gallery-tokens.tsx'
import { Icon } from '../layout/icon.tsx'
import * as icons from '../layout/icons.ts'
import { InkSurface } from '../layout/ink-surface.tsx'
import { MoneyBar, type MoneyPart } from '../format/money-bar.tsx'
import { CostRate, FigurePair, Money } from '../format/money.tsx'
import { MultiPicker } from '../pickers/multi-picker.tsx'
import { Note } from '../layout/note.tsx'
import { PhoneField } from '../controls/phone-field.tsx'
import { PickerField } from '../pickers/picker-field.tsx'
import { Question } from '../controls/question.tsx'
import { AmountList, Row, RowList } from '../layout/row-list.tsx'
import { SinglePicker } from '../pickers/single-picker.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { Slider } from '../controls/slider.tsx'
import { Steps } from '../layout/steps.tsx'
import { Drawing } from '../drawings/drawing.tsx'
import type { DrawingName } from '../drawings/shapes.tsx'
import { SunSheet } from '../drawings/sun-sheet.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextArea } from '../controls/text-area.tsx'
import { TextField } from '../controls/text-field.tsx'
import { TimeLine } from '../layout/time-line.tsx'

const parts: readonly MoneyPart[] = [
  { kind: 'arrival', label: 'Recibís', text: '$ 108.000,00', share: 10_800_000 },
  { kind: 'fee', label: 'Gastos', text: '$ 12.000,00', share: 1_200_000 },
  { kind: 'interest', label: 'Intereses', text: '$ 26.926,03', share: 2_692_603 },
  { kind: 'vat', label: 'IVA', text: '$ 5.654,47', share: 565_447 },
]

export const provinces = [
  'Buenos Aires',
  'Catamarca',
  'Chaco',
  'Chubut',
  'Ciudad Autónoma de Buenos Aires',
  'Córdoba',
  'Corrientes',
  'Entre Ríos',
  'Formosa',
  'Jujuy',
  'La Pampa',
  'La Rioja',
  'Mendoza',
  'Misiones',
  'Neuquén',
  'Río Negro',
  'Salta',
]

/** Every part on one page, for looking at (`/ui` of `npm run dev`) and for the tests that hold it accessible. */
export function Gallery(): ReactNode {
  return (
    <main className={css.page}>
      <Head />
      <Touched />
      <div className={css.columns}>
        <Figures />
        <Drawings />
        <Buttons />
        <Fields />
        <Choices />
        <States />
        <Tokens />
        <Lists />
      </div>
      <Dock
        missing={{
          title: 'Para firmar falta:',
          items: [{ label: 'Marcar que leíste y aceptás' }, { label: 'Completar el código (3 de 6)', begun: true }],
        }}
      >
        <Button full icon={icons.signIcon} blocked>
          Firmar
        </Button>
      </Dock>
      <FeedbackHost />
    </main>
  )
}

function Head(): ReactNode {
  return (
    <div>
      <InkSurface as="header" overlap>
        <div className={css.line}>
          <BrandMark name="Hola" />
          <ButtonLink kind="quiet" href="#/">
            Ingresar
          </ButtonLink>
        </div>
        <div className={css.top}>
          <div className={css.words}>
            <h1 className={css.display}>Sabé cuánto pagás antes de pedir</h1>
            <p className={css.support}>De $ 20.000 a $ 500.000 a 62, 91 o 120 días.</p>
          </div>
          <SunSheet />
        </div>
      </InkSurface>
      <div className={css.example}>
        <Card title="Ejemplo: $ 120.000" aside="91 días, un solo pago">
          <div className={css.stack}>
            <FigurePair
              figures={[
                { label: 'Recibís', text: '$ 108.000,00' },
                { label: 'Pagás en total', text: '$ 152.580,50' },
              ]}
            />
            <MoneyBar parts={parts} />
            <CostRate name="CFTEA con IVA" text="299,90 %" others="TNA 90,00 % · TEA 125,24 %" />
          </div>
        </Card>
      </div>
    </div>
  )
}

function Figures(): ReactNode {
  return (
    <div className={css.section}>
      <InkSurface shape="card">
        <div className={css.line}>
          <p className={css.support}>Total a pagar el 15/02/2027</p>
          <Badge tone="done" icon={icons.checkIcon}>
            Al día
          </Badge>
          <Badge tone="late" icon={icons.clockIcon}>
            En mora hace 3 días
          </Badge>
        </div>
        <Money text="$ 152.580,50" size="xl" />
        <div className={css.stack}>
          <MoneyBar parts={parts} exact />
          <CostRate name="CFTEA con IVA" text="299,90 %" others="TNA 90,00 % · TEA 125,24 %" gold />
        </div>
      </InkSurface>
      <Card title="Tu límite" aside="$ 200.000">
        <MoneyBar
          exact
          parts={[
            { kind: 'available', label: 'Disponible ahora', text: '$ 150.000', share: 150 },
            { kind: 'used', label: 'En uso', text: '$ 0', share: 0 },
            { kind: 'waiting', label: 'Todavía no habilitado', text: '$ 50.000', share: 50 },
          ]}
        />
      </Card>
    </div>
  )
}

const drawings: readonly DrawingName[] = ['sunrise', 'night', 'drawer', 'padlock', 'calendar', 'signed']

function Drawings(): ReactNode {
  return (
    <div className={css.section}>
      <Card title="Dibujos">
        <ul className={css.icons}>
          {drawings.map((name) => (
            <li key={name}>
              <Drawing of={name} />
              <p className={css.note}>{name}</p>
            </li>
          ))}
        </ul>
      </Card>
      <InkSurface shape="card">
        <Drawing of="signed" />
        <p className={css.support}>Recibís</p>
        <Money text="$ 108.000,00" size="xl" />
      </InkSurface>
    </div>
  )
}

function Buttons(): ReactNode {
  const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const
  return (
    <div className={css.section}>
      <Card title="Botones">
        {kinds.map((kind) => (
          <div key={kind} className={css.line}>
            <Button kind={kind}>Pagar</Button>
            <Button kind={kind} blocked>
              Pagar
            </Button>
            <Button kind={kind} busy busyText="Enviando">
              Pagar
            </Button>
          </div>
        ))}
      </Card>
      <Card title="Toast y diálogo">
        <div className={css.line}>
          <Button kind="secondary" onClick={() => showToast({ title: 'Guardamos tus datos.' })}>
            Toast
          </Button>
          <Button
            kind="secondary"
            onClick={() =>
              showToast({
                title: 'Se cortó la conexión. Nada se perdió.',
                icon: 'retry',
                action: { label: 'Reintentar', onPress: () => {} },
              })
            }
          >
            Con acción
          </Button>
          <Button kind="secondary" onClick={() => showLoading({ title: 'Enviando tus datos' })}>
            Cargando
          </Button>
          <Button
            kind="secondary"
            onClick={() =>
              void showModal({
                title: '¿Querés cerrar sesión?',
                content: 'Tu solicitud queda guardada. Volvés a entrar con un código.',
                cancelText: 'Volver',
                confirmText: 'Cerrar sesión',
                danger: true,
              })
            }
          >
            Diálogo
          </Button>
          <Button
            kind="secondary"
            onClick={() =>
              showActionSheet({ title: 'Foto del DNI', items: ['Sacar una foto', 'Elegir un archivo'] }).catch(() => {})
            }
          >
            Acciones
          </Button>
        </div>
      </Card>
    </div>
  )
}

function Fields(): ReactNode {
  const [open, setOpen] = useState<'province' | 'date' | 'multi' | null>(null)
  const [province, setProvince] = useState<string | undefined>('Buenos Aires')
  const [date, setDate] = useState('1983-08-14')
  const [place, setPlace] = useState([0, 0])
  const [code, setCode] = useState('407')
  const close = (): void => setOpen(null)
  return (
    <div className={css.section}>
      <Steps text="Paso 1 de 4" aside="Guardado a las 10:31" step={1} of={4} />
      <h2>Tus datos</h2>
      <TextField label="Nombre" placeholder="Como figura en tu DNI" autoComplete="given-name" />
      <TextField label="Apellido" defaultValue="Romero" autoComplete="family-name" />
      <TextField
        label="Número de DNI"
        defaultValue="300.000"
        inputMode="numeric"
        error="El DNI tiene 7 u 8 números y escribiste 6. Lo demás quedó guardado."
      />
      <PickerField
        label="Fecha de nacimiento"
        text={date.split('-').toReversed().join('/')}
        icon={icons.calendarIcon}
        onOpen={() => setOpen('date')}
      />
      <PickerField label="Provincia" text={province} onOpen={() => setOpen('province')} />
      <PickerField label="Partido o departamento" waitingFor="Elegí primero la provincia" onOpen={() => {}} />
      <PickerField label="Turno" onOpen={() => setOpen('multi')} error="Elegí un turno." />
      <PhoneField
        label="Celular con WhatsApp"
        hint="Código de área sin 0 y número sin 15."
        defaultValue="11 2345 6789"
        tidy={(typed) => typed}
      />
      <TextField label="Inactivo" disabled placeholder="Elegí antes…" />
      <TextArea label="¿Qué pasó?" hint="Con tus palabras." />
      <FileButton kind="secondary" icon={icons.cameraIcon} accept="image/*" onFile={() => {}}>
        Elegir una foto
      </FileButton>
      <CodeField
        label="Código de verificación"
        hint="Lo enviamos por SMS al +54 9 11 ···· 6789. Vale 5 minutos."
        value={code}
        onChange={setCode}
      />
      {open === 'province' && (
        <SinglePicker
          title="Provincia"
          searchText="Buscá tu provincia"
          options={provinces.map((name) => ({ value: name, label: name }))}
          value={province}
          onChange={(name) => {
            setProvince(name)
            close()
          }}
          onCancel={close}
        />
      )}
      {open === 'date' && (
        <DatePicker
          title="Fecha de nacimiento"
          today="2026-11-16"
          end="2008-11-16"
          value={date}
          onChange={(day) => {
            setDate(day)
            close()
          }}
          onCancel={close}
        />
      )}
      {open === 'multi' && (
        <MultiPicker
          title="Turno"
          columns={[
            { label: 'Día', options: ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes'] },
            { label: 'Hora', options: ['9 a 12 h', '12 a 16 h', '16 a 20 h'] },
          ]}
          value={place}
          onChange={(value) => {
            setPlace(value)
            close()
          }}
          onCancel={close}
        />
      )}
    </div>
  )
}

function Choices(): ReactNode {
  const [term, setTerm] = useState(91)
  const [amount, setAmount] = useState(120_000)
  const [shares, setShares] = useState(false)
  return (
    <div className={css.section}>
      <Card title="Elegir">
        <div className={css.stack}>
          <Chips
            label="¿Cuándo lo devolvés?"
            big
            value={term}
            onChange={setTerm}
            options={[
              { value: 62, text: '62 días', detail: '18/01/2027' },
              { value: 91, text: '91 días', detail: '15/02/2027' },
              { value: 120, text: '120 días', detail: '16/03/2027' },
            ]}
          />
          <Slider
            label="¿Cuánto querés pedir?"
            value={amount}
            min={20_000}
            max={150_000}
            step={5_000}
            text={`$ ${amount.toLocaleString('es-AR')}`}
            ends={['$ 20.000', 'Tu máximo: $ 150.000']}
            onChange={setAmount}
          />
          <Checkbox>
            Leí el contrato y acepto pagar <strong>$ 152.580,50</strong> el 15/02/2027.
          </Checkbox>
          <Checkbox defaultValue="x" error="Marcá que leíste y aceptás.">
            Acepto los términos
          </Checkbox>
          <Switch label="Compartir la ubicación" on={shares} onChange={setShares} />
        </div>
      </Card>
    </div>
  )
}

function States(): ReactNode {
  return (
    <div className={css.section}>
      <Card title="Estados">
        <div className={css.stack}>
          <div className={css.icons}>
            <Badge tone="done" icon={icons.checkIcon}>
              Al día
            </Badge>
            <Badge icon={icons.clockIcon}>En evaluación</Badge>
            <Badge tone="late" icon={icons.clockIcon}>
              En mora hace 3 días
            </Badge>
            <Badge tone="failed" icon={icons.alertIcon}>
              No pudimos transferirte
            </Badge>
          </div>
          <Note>Nota neutra: un dato que ayuda a decidir.</Note>
          <Note tone="good" icon={icons.checkCircleIcon}>
            Si pagás hoy ahorrás <strong>$ 12.172,94</strong>.
          </Note>
          <Note tone="warn" icon={icons.offlineIcon}>
            Sin conexión. Datos de las 10:31.
          </Note>
          <Note tone="bad" icon={icons.alertIcon}>
            No pudimos transferirte. Revisá tu cuenta.
          </Note>
        </div>
      </Card>
      <Card title="Cargando">
        <div className={css.top} aria-busy="true">
          <Skeleton shape="disc" />
          <div className={css.words}>
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </div>
        </div>
        <Skeleton shape="figure" width="70%" />
        <Skeleton shape="bar" />
      </Card>
      <Card>
        <EmptyState
          title="Todavía no tenés préstamos"
          text="Cuando pidas uno, lo vas a seguir desde acá."
          action={<Button kind="secondary">Ver cuánto cuesta</Button>}
        />
      </Card>
    </div>
  )
}

function Lists(): ReactNode {
  return (
    <div className={css.section}>
      <Card title="Línea de tiempo">
        <TimeLine
          items={[
            { state: 'done', title: 'Firmaste el contrato', detail: '16/11/2026, 10:58' },
            { state: 'done', title: 'Te transferimos $ 108.000,00', detail: '16/11/2026, 11:04' },
            { state: 'now', title: 'Podés arrepentirte sin costo', detail: 'hasta el 01/12/2026' },
            { state: 'later', title: 'Vencimiento', detail: 'lunes 15/02/2027', mark: icons.calendarIcon },
          ]}
        />
      </Card>
      <Card title="Lo que sigue">
        <TimeLine
          items={[
            { state: 'now', title: 'Elegí monto y plazo', detail: 'Ves el costo completo antes de decidir.', mark: 1 },
            { state: 'later', title: 'Leé y firmá el contrato', mark: 2 },
            { state: 'later', title: 'Recibí en tu cuenta', mark: 3 },
          ]}
        />
      </Card>
      <Card title="Las cuentas">
        <AmountList
          rows={[
            { name: 'Monto del préstamo', text: '$ 120.000,00' },
            { name: 'Gastos administrativos (10 %)', text: '− $ 12.000,00' },
            { name: 'Recibiste', text: '$ 108.000,00', weight: 'strong' },
            { name: 'Intereses punitorios', under: '4 % por día, $ 4.800 × 3 días', text: '$ 14.400,00' },
            { name: 'Total a pagar', text: '$ 152.580,50', weight: 'total' },
          ]}
        />
      </Card>
      <Card>
        <RowList>
          <Row
            icon={icons.docIcon}
            title="Contrato firmado"
            detail="PDF, 6 páginas"
            href="#/x"
            trailing={<Icon shape={icons.downloadIcon} />}
          />
          <Row icon={icons.helpIcon} title="Ayuda con este préstamo" onClick={() => {}} />
          <Row
            icon={icons.shieldIcon}
            good
            title="Podés arrepentirte"
            detail="10 días hábiles: devolvés lo que recibiste y nada más."
          />
        </RowList>
      </Card>
      <Card title="Se abre en su lugar">
        <Question question="¿Puedo pagar antes?" answer="Sí: los intereses se cuentan hasta el día en que pagás." />
        <Question question="¿Puedo arrepentirme?" answer="Sí, durante 10 días hábiles." />
        <Fold title="El texto completo">
          <p>Lo que pocas personas necesitan.</p>
        </Fold>
      </Card>
      <Card title="Íconos">
        <div className={css.icons}>
          {Object.entries(icons).map(([name, shape]) => (
            <Icon key={name} shape={shape} />
          ))}
          <Icon shape={icons.homeIcon} tint />
        </div>
      </Card>
    </div>
  )
}
