import { useState, type ReactNode } from 'react'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { civilDay } from '@hola/core/calendar.ts'
import { logIn } from '../lib/session.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { CopyButton } from './copy-button.tsx'
import { dniFor, makePerson, type MadePerson } from './made-up-person.ts'
import css from './people-card.module.css'
import { accountOf, testAccounts, testPeople } from './test-cases.ts'
import { useAsk } from './use-ask.ts'

/** Who gets which answer; each can be made at one tap, or typed in by hand with the number from here. */
export function PeopleCard(): ReactNode {
  const [dnis] = useState(() => testPeople.map(({ ending }) => dniFor(ending)))
  const [made, setMade] = useState<MadePerson>()
  const [making, setMaking] = useState<string>()
  const { busy, ask } = useAsk(setMade)
  const make = async (ending: string): Promise<void> => {
    setMaking(ending)
    await ask((language) => makePerson(language, dniFor(ending)))
    setMaking(undefined)
  }
  return (
    <Card title={m.sandbox_people()}>
      <p className={css.note}>{m.sandbox_people_text()}</p>
      {/* Always there, so that what comes up in it is read out. */}
      <div aria-live="polite">{made && <Made made={made} />}</div>
      <ul>
        {testPeople.map(({ ending, name }, index) => (
          <li key={ending} className={css.case}>
            <span className={css.name}>{name()}</span>
            <CopyButton value={dnis[index] ?? ''} />
            <Button
              kind="quiet"
              aria-label={`${m.sandbox_person_make()}: ${name()}`}
              blocked={busy && making !== ending}
              busy={making === ending}
              onClick={() => void make(ending)}
            >
              {m.sandbox_person_make_short()}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Made({ made: { person, specimens, session } }: { made: MadePerson }): ReactNode {
  const name = `${person.first_name} ${person.last_name}`
  return (
    <div className={css.made}>
      <h3>{m.sandbox_person_made({ name })}</h3>
      <p className={css.note}>
        DNI {person.dni} · {formatDay(civilDay(person.birth_day))} · {person.phone}
      </p>
      <div className={css.photos}>
        {[specimens.front_base64, specimens.back_base64, specimens.selfie_base64].map((photo, index) => (
          <img key={index} className={css.photo} src={`data:image/jpeg;base64,${photo}`} alt="" />
        ))}
      </div>
      <ButtonLink href="/" target="_blank" onClick={() => logIn(session)}>
        {m.sandbox_person_open({ name: person.first_name })}
      </ButtonLink>
      <p className={css.note}>{m.sandbox_person_open_text()}</p>
    </div>
  )
}

/** Where the money goes, or does not. */
export function AccountsCard(): ReactNode {
  return (
    <Card title={m.sandbox_accounts()}>
      <p className={css.note}>{m.sandbox_accounts_text()}</p>
      <ul>
        {testAccounts.map(({ ending, name }) => (
          <li key={ending} className={css.case}>
            <span className={css.name}>{name()}</span>
            <CopyButton value={accountOf(ending)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
