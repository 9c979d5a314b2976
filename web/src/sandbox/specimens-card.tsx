import { useState, type FormEvent, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { Fold } from '@hola/ui/layout/fold.tsx'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { makeSpecimens, type Specimens, type SpecimenPerson } from './sandbox-api.ts'
import css from './specimens-card.module.css'
import { useAsk } from './use-ask.ts'

type Gender = SpecimenPerson['gender']
type Variant = SpecimenPerson['variant']

/** Photos of an ID card and a face for the person typed in: right ones, or with one thing wrong. */
export function SpecimensCard(): ReactNode {
  const [gender, setGender] = useState<Gender>('f')
  const [variant, setVariant] = useState<Variant>('ok')
  const [made, setMade] = useState<{ specimens: Specimens; dni: string; variant: Variant }>()
  const { busy, ask } = useAsk(setMade)

  const make = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string): string => String(typed.get(name) ?? '').trim()
    const dni = text('dni').replaceAll(/\D/g, '')
    const person = { first_name: text('first_name'), last_name: text('last_name'), dni, birth_day: text('birth_day') }
    await ask(async (language) => ({
      specimens: await makeSpecimens(language, { ...person, gender, variant }),
      dni,
      variant,
    }))
  }

  return (
    <Card title={m.sandbox_specimens()}>
      <p className={css.note}>{m.sandbox_specimens_text()}</p>
      {/* Whoever makes a whole person at one tap needs none of it. */}
      <Fold title={m.sandbox_specimens_details()}>
        <form className={css.form} onSubmit={(event) => void make(event)}>
          <TextField label={m.sandbox_specimen_first_name()} name="first_name" required autoComplete="off" />
          <TextField label={m.sandbox_specimen_last_name()} name="last_name" required autoComplete="off" />
          <TextField
            label={m.sandbox_specimen_dni()}
            name="dni"
            required
            inputMode="numeric"
            pattern="[0-9. ]{7,10}"
            autoComplete="off"
          />
          <TextField label={m.sandbox_specimen_birth()} name="birth_day" type="date" required />
          <Chips
            label={m.sandbox_specimen_sex()}
            options={[
              { value: 'f', text: m.sandbox_specimen_sex_f() },
              { value: 'm', text: m.sandbox_specimen_sex_m() },
              { value: 'x', text: m.sandbox_specimen_sex_x() },
            ]}
            value={gender}
            onChange={setGender}
          />
          <Chips
            label={m.sandbox_specimen_variant()}
            options={variants.map((value) => ({ value, text: variantWords[value]() }))}
            value={variant}
            onChange={setVariant}
          />
          <Button type="submit" busy={busy} busyText={m.sandbox_specimen_making()}>
            {m.sandbox_specimen_make()}
          </Button>
        </form>
      </Fold>
      {/* Always there, so that what comes up in it is read out. */}
      <div className={css.made} aria-live="polite">
        {made &&
          sides.map(({ field, file, name }) => {
            const url = `data:image/jpeg;base64,${made.specimens[field]}`
            const words = { name: name(), variant: variantWords[made.variant]() }
            return (
              <figure key={field}>
                <img className={css.picture} src={url} alt={m.sandbox_specimen_alt(words)} />
                <figcaption>
                  <a
                    className={css.download}
                    href={url}
                    download={`${file}-${made.dni}${made.variant === 'ok' ? '' : `-${made.variant}`}.jpg`}
                  >
                    {m.sandbox_specimen_download({ name: name() })}
                  </a>
                </figcaption>
              </figure>
            )
          })}
      </div>
    </Card>
  )
}

const sides = [
  { field: 'front_base64', file: 'dni-front', name: m.sandbox_specimen_front },
  { field: 'back_base64', file: 'dni-back', name: m.sandbox_specimen_back },
  { field: 'selfie_base64', file: 'selfie', name: m.sandbox_specimen_selfie },
] as const

const variants = ['ok', 'other_dni', 'other_face', 'blurred', 'expired'] as const satisfies readonly Variant[]

const variantWords: Readonly<Record<Variant, () => string>> = {
  ok: m.sandbox_specimen_right,
  other_dni: m.sandbox_specimen_other_dni,
  other_face: m.sandbox_specimen_other_face,
  blurred: m.sandbox_specimen_blurred,
  expired: m.sandbox_specimen_expired,
}
