import { tidyPhone } from '@hola/core/identifiers/phone.ts'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { formatCuil } from '@hola/core/identifiers/cuil.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { api } from '../../lib/api.ts'
import { useLoad } from '../../lib/form-load.ts'
import { loadAreas } from './areas.ts'
import { basicFrom, basicLabels, emptyBasic, type BasicLists, type BasicValues } from './basic-values.ts'
import type { CardInfo, CardSays } from './card-info.ts'
import { FormChips, FormDay, FormPhone, FormText, preloadSheets, type Choice } from './fields.tsx'
import { goOn } from './next-step.ts'
import { useStepForm } from './step-form.ts'
import { Group, Pair, StepPage, StepWaiting } from './step-page.tsx'
import { followCuil, isSuggested } from './suggested-cuil.ts'
import { tidyCuil, tidyDni } from './tidy.ts'
import { useStepUser } from './use-step-user.ts'

const loadCheck = () => import('./basic-check.ts')
const loadCardOffer = () => import('./card-offer.tsx')
const CardOffer = lazy(async () => ({ default: (await loadCardOffer()).CardOffer }))
const loadLaterParts = () => import('./basic-later-parts.tsx')
/** Below the fold of every phone: they come while the data of the form are on their way. */
const LaterParts = lazy(async () => ({ default: (await loadLaterParts()).BasicLaterParts }))

const noCard: CardInfo = { state: 'no_photo', sides: [], card: null }

export function StepBasicScreen(): ReactNode {
  const { userId, phone } = useStepUser()
  // Somebody else logged in: nothing of the first person may stay.
  return <BasicStep key={userId} userId={userId} phone={phone} />
}

function BasicStep({ userId, phone }: { userId: string; phone: string | undefined }): ReactNode {
  const language = wireLanguageOf(useLocale())
  useEffect(() => {
    loadCardOffer().catch(() => undefined)
    loadLaterParts().catch(() => undefined)
  }, [])
  const lists = useLoad(language, (signal) => api.call('app/get_list_page1_new', {}, { signal, quiet: true }))
  const saved = useLoad('saved', (signal) =>
    Promise.all([
      api.call('app/get_basic_info', {}, { signal, quiet: true }),
      loadAreas(null, signal),
      // Without it she types: no reason not to show the form.
      api.call('app/get_card_info', {}, { signal, quiet: true }).catch(() => noCard),
    ]),
  )
  if (lists.load.status !== 'ready' || saved.load.status !== 'ready')
    return (
      <StepWaiting
        loads={[lists.load, saved.load]}
        onRetry={() => {
          lists.retry()
          saved.retry()
        }}
      />
    )
  const [{ info, saved_at, locked_by }, provinces, card] = saved.load.data
  return (
    <BasicForm
      userId={userId}
      saved={info ? basicFrom(info) : { ...emptyBasic, whatsapp_phone: phone ? tidyPhone(phone) : '' }}
      savedAt={saved_at}
      locked={locked_by}
      lists={lists.load.data}
      provinces={provinces}
      knownCard={card}
    />
  )
}

function BasicForm({
  userId,
  saved,
  savedAt,
  locked,
  lists,
  provinces,
  knownCard,
}: {
  userId: string
  saved: BasicValues
  savedAt: string | null
  locked: Parameters<typeof StepPage>[0]['locked']
  lists: BasicLists
  provinces: readonly Choice[]
  knownCard: CardInfo
}): ReactNode {
  const [today] = useState(() => civilDayOf(new Date()))
  const [card, setCard] = useState<CardSays | null>(null)
  /** Whoever has saved this step has typed it all. */
  const isOffered = savedAt === null
  const form = useStepForm({
    name: 'basic',
    userId,
    empty: emptyBasic,
    saved,
    savedAt,
    labels: basicLabels,
    check: async (values) => (await loadCheck()).checkBasic(values, today),
    save: (body) => api.call('app/save_basic_info', body, { quiet: true }),
    onSaved: ({ application }) => goOn('basic', application),
    related: {
      national_id_number: ['cuil'],
      'address.province_id': ['address.district_id', 'address.locality_id'],
      'address.locality_kind': ['address.locality_id', 'address.locality_other'],
    },
    uncounted: [
      'address.locality_id',
      'address.locality_kind',
      'address.locality_other',
      'longest_overdue_period_id',
      'internet_loans_in_progress_count',
      'current_internet_loans_centavos',
      'past_loans_count',
    ],
  })
  useEffect(() => {
    preloadSheets()
    loadCheck().catch(() => undefined)
  }, [])

  const identity = { dni: form.value('national_id_number'), gender: form.value('gender_id') }
  const cuil = form.value('cuil')
  const follow = (after: Partial<typeof identity>): void => {
    const followed = followCuil(cuil, identity, { ...identity, ...after })
    if (followed !== cuil) form.choose('cuil', followed)
  }

  const fill = (read: CardSays): void => {
    setCard(read)
    for (const [name, value] of Object.entries(cardValues(read)))
      if (value !== '') form.choose(name as keyof CardValues, value)
  }
  const onCard = card && cardValues(card)
  /** What the field holds is what the card says. */
  const fromCard = (name: keyof CardValues): string | undefined => {
    if (!onCard || onCard[name] === '' || form.value(name) !== onCard[name]) return undefined
    const isName = name === 'first_name' || name === 'last_name'
    return isName && card.names_cut ? m.application_from_card_cut() : m.application_from_card()
  }

  return (
    <StepPage
      form={form}
      step={1}
      lead={m.application_basic_lead()}
      action={m.application_save_and_go_on()}
      locked={locked ?? null}
    >
      <Group title={m.application_part_you()}>
        {card ? (
          <Note tone="good" live>
            {m.application_card_filled()}
          </Note>
        ) : (
          isOffered && (
            <Suspense fallback={<Skeleton shape="block" />}>
              <CardOffer known={knownCard} onRead={fill} />
            </Suspense>
          )
        )}
        <Pair>
          <FormText
            form={form}
            name="first_name"
            hint={fromCard('first_name')}
            autoComplete="given-name"
            autoCapitalize="words"
          />
          <FormText
            form={form}
            name="last_name"
            hint={fromCard('last_name')}
            autoComplete="family-name"
            autoCapitalize="words"
          />
        </Pair>
        <FormText
          form={form}
          name="national_id_number"
          hint={fromCard('national_id_number')}
          inputMode="numeric"
          autoComplete="off"
          tidy={tidyDni}
          onTyped={(dni) => follow({ dni })}
        />
        <FormChips
          form={form}
          name="gender_id"
          hint={fromCard('gender_id')}
          options={lists.genders.map(({ id, label }) => ({ value: id, text: label }))}
          onChosen={(gender) => follow({ gender })}
        />
        <FormDay
          form={form}
          name="birth_day"
          hint={fromCard('birth_day')}
          today={today}
          // Most borrowers are nearer to forty than to today: the wheels begin there.
          opensAt={addDays(today, -365 * 35)}
          start="1900-01-01"
        />
        <FormText
          form={form}
          name="cuil"
          hint={
            fromCard('cuil') ??
            (isSuggested(cuil, identity) ? m.application_cuil_suggested() : m.application_cuil_hint())
          }
          inputMode="numeric"
          autoComplete="off"
          tidy={tidyCuil}
        />
        <FormPhone form={form} name="whatsapp_phone" autoComplete="tel-national" />
      </Group>
      <Suspense fallback={<Skeleton shape="block" />}>
        <LaterParts form={form} lists={lists} provinces={provinces} />
      </Suspense>
    </StepPage>
  )
}

/** What a card says, as it is typed. Nothing where the card does not tell. */
const cardValues = (card: CardSays) => ({
  first_name: card.first_name,
  last_name: card.last_name,
  national_id_number: formatDni(card.national_id_number),
  gender_id: card.gender_id,
  birth_day: card.birth_day,
  cuil: card.cuil === null ? '' : formatCuil(card.cuil),
})

type CardValues = ReturnType<typeof cardValues>
