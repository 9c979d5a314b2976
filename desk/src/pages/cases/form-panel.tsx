import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDay } from '@hola/i18n/format-date.ts'
import { classes } from '@hola/ui/classes.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon, checkIcon } from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'
import { Kbd } from '../../parts/kbd.tsx'
import css from './case.module.css'

type Person = NonNullable<NonNullable<DeskRetOf<'cases/show'>['opened']>['person']>

const names = {
  last_name: m.desk_queue_field_last_name,
  first_name: m.desk_queue_field_first_name,
  national_id_number: m.desk_queue_field_national_id_number,
  cuil: m.desk_queue_field_cuil,
  birth_day: m.desk_queue_field_birth_day,
  gender_id: m.desk_queue_field_gender_id,
} as const

type Field = keyof typeof names

const jobs: Readonly<Record<string, () => string>> = {
  employee: m.options_employment_type_employee,
  employee_informal: m.options_employment_type_employee_informal,
  monotributo: m.options_employment_type_monotributo,
  self_employed: m.options_employment_type_self_employed,
  retired: m.options_employment_type_retired,
  social_benefit: m.options_employment_type_social_benefit,
  student: m.options_employment_type_student,
  unemployed: m.options_employment_type_unemployed,
}

const valueOf = (person: Person, field: Field): string => {
  switch (field) {
    case 'birth_day':
      return m.desk_queue_field_age({ day: formatDay(person.birth_day), years: person.age_years })
    case 'gender_id':
      return person.gender_id.toUpperCase()
    default:
      return person[field]
  }
}

/** Whether the card says the same, side by side, always with a word. */
function Evidence({ person, field }: { person: Person; field: Field }): ReactNode {
  const found = person.evidence.find((one) => one.field === field)
  if (found === undefined) return null
  const sides = [
    { held: found.front, name: m.desk_queue_side_front() },
    { held: found.back, name: m.desk_queue_side_back() },
  ]
  const onCard = person.on_card[field]
  return (
    <span className={css.evidence}>
      {sides.map(({ held, name }) =>
        held === null ? null : held === 'same' ? (
          <span key={name} className={css.match}>
            <Icon shape={checkIcon} size="small" />
            {name}
          </span>
        ) : (
          <span key={name} className={css.differs}>
            <Icon shape={alertIcon} size="small" />
            {onCard === undefined ? name : m.desk_queue_side_differs({ side: name, value: onCard })}
          </span>
        ),
      )}
    </span>
  )
}

/** What she typed, each beside what the card says; covered until the case is open. */
export function FormPanel({
  person,
  isClosed,
  isFocused,
  onFocus,
}: {
  person: Person | null | undefined
  isClosed: boolean
  isFocused: boolean
  onFocus: () => void
}): ReactNode {
  const rows = (Object.keys(names) as Field[]).map((field) => ({
    name: names[field](),
    value: person ? valueOf(person, field) : '····',
    evidence: person ? <Evidence person={person} field={field} /> : null,
  }))
  const title = m.desk_queue_case_form()
  return (
    <section className={classes(css.panel, css.pane, isFocused && css.focused)} aria-label={title}>
      <header className={css.head}>
        <h2 className={css.title}>
          {title} <span className={css.quiet}>{m.desk_queue_case_form_note()}</span>
        </h2>
        <button
          type="button"
          className={css.tool}
          aria-label={m.desk_queue_case_focus({ panel: title, key: 1 })}
          aria-pressed={isFocused}
          onClick={onFocus}
        >
          <Kbd keys="1" />
        </button>
      </header>
      {person === null && !isClosed ? (
        <p className={css.body}>{m.desk_queue_case_no_form()}</p>
      ) : (
        <dl className={css.form}>
          {rows.map(({ name, value, evidence }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <b>{value}</b>
                {evidence}
              </dd>
            </div>
          ))}
          <div>
            <dt>{m.desk_queue_field_expiry()}</dt>
            <dd>
              <b>
                {person?.card_expiry_day
                  ? formatDay(person.card_expiry_day)
                  : person
                    ? m.desk_queue_side_none()
                    : '····'}
              </b>
              {person?.card_expiry_day && (
                <span className={css.evidence}>
                  <span className={person.is_card_expired ? css.differs : css.match}>
                    <Icon shape={person.is_card_expired ? alertIcon : checkIcon} size="small" />
                    {person.is_card_expired ? m.desk_queue_card_expired() : m.desk_queue_card_valid()}
                  </span>
                </span>
              )}
            </dd>
          </div>
          <div>
            <dt>{m.desk_queue_field_job()}</dt>
            <dd>
              <b>{person ? (jobs[person.employment_type_id]?.() ?? person.employment_type_id) : '····'}</b>
            </dd>
          </div>
          <div>
            <dt>{m.desk_queue_field_income()}</dt>
            <dd>
              <b>
                {person
                  ? m.desk_queue_field_per_month({
                      amount: formatPesos(person.monthly_income_centavos, { centavos: false }),
                    })
                  : '····'}
              </b>
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}
