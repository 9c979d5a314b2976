import { centavos, type Centavos } from '@hola/core/money.ts'
import { useId, type ReactNode } from 'react'
import { formatNumber } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { shortPesos } from '../../shared/offers/quote-parts.ts'
import { Icon, type IconShape } from '@hola/ui/layout/icon.tsx'
import { minusIcon, plusIcon } from '@hola/ui/layout/icons.ts'
import { Money } from '@hola/ui/format/money.tsx'
import { Slider } from '@hola/ui/controls/slider.tsx'
import css from './amount-control.module.css'

const CENTAVOS_IN_PESO = 100

/** How much: one figure, steps for the exact, a slider for the quick and for the keyboard. */
export function AmountControl({
  amount,
  min,
  max,
  step,
  onChange,
}: {
  amount: Centavos
  min: Centavos
  max: Centavos
  step: Centavos
  onChange: (amount: Centavos) => void
}): ReactNode {
  const id = useId()
  const moveTo = (wanted: number): void => onChange(centavos(Math.min(max, Math.max(min, wanted))))
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.question}>
        {m.loan_how_much()}
      </h2>
      <div className={css.row}>
        <StepButton
          icon={minusIcon}
          label={m.loan_less({ amount: shortPesos(step) })}
          blocked={amount <= min}
          onPress={() => moveTo(amount - step)}
        />
        <Money text={shortPesos(amount)} size="xl" />
        <StepButton
          icon={plusIcon}
          label={m.loan_more({ amount: shortPesos(step) })}
          blocked={amount >= max}
          onPress={() => moveTo(amount + step)}
        />
      </div>
      <Slider
        label={m.loan_how_much()}
        text={m.loan_pesos({ amount: formatNumber(amount / CENTAVOS_IN_PESO) })}
        value={amount}
        min={min}
        max={max}
        step={step}
        ends={[shortPesos(min), m.loan_your_max({ amount: shortPesos(max) })]}
        onChange={moveTo}
      />
    </section>
  )
}

/** Stays focusable at the end of the range, so that the keyboard does not lose its place. */
function StepButton({
  icon,
  label,
  blocked,
  onPress,
}: {
  icon: IconShape
  label: string
  blocked: boolean
  onPress: () => void
}): ReactNode {
  return (
    <button
      type="button"
      className={css.step}
      aria-label={label}
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onPress}
    >
      <Icon shape={icon} />
    </button>
  )
}
