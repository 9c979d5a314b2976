import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Button } from '@hola/ui/controls/button.tsx'
import type { BasicValues } from './basic-values.ts'
import { isCityByBarrio } from './city.ts'
import { FormChoice, FormText, type Choice } from './fields.tsx'
import { Pair } from './step-page.tsx'
import css from './place-fields.module.css'
import { splitStreet } from './split-street.ts'
import type { FieldName, StepForm } from './step-form.ts'
import { useAreas, type Areas } from './use-areas.ts'

/** The last row of the list of towns. No area has this id: theirs are numbers. */
const OTHER = 'other'

/** How a list that depends on another choice stands: on what it waits, and what a tap does when it did not come. */
const listOf = ({ areas, retry }: { areas: Areas; retry: () => void }, waitsFor: string) => ({
  choices: areas.status === 'ready' ? areas.choices : [],
  waitingFor:
    areas.status === 'none' ? waitsFor : areas.status === 'loading' ? m.application_loading_list() : undefined,
  problem: areas.status === 'failed' ? m.application_list_failed() : undefined,
  onOpen: areas.status === 'failed' ? retry : undefined,
})

/**
 * Province, district, town: each opens when the one before it is chosen, and a town that is not listed is written. In
 * the city of Buenos Aires the barrio is looked for at once.
 */
export function PlaceFields({
  form,
  provinces,
}: {
  form: StepForm<FieldName<BasicValues>>
  provinces: readonly Choice[]
}): ReactNode {
  const provinceId = form.value('address.province_id')
  const kind = form.value('address.locality_kind')
  const isByBarrio = isCityByBarrio({ province_id: provinceId, locality_kind: kind })

  const forgetTown = (): void => {
    for (const name of ['address.locality_id', 'address.locality_kind', 'address.locality_other'] as const)
      form.choose(name, '')
  }
  const chooseTown = (id: string): void => {
    form.choose('address.locality_kind', id === OTHER ? OTHER : '')
    form.choose('address.locality_id', id === OTHER ? '' : id)
  }
  return (
    <>
      <FormChoice
        form={form}
        name="address.province_id"
        choices={provinces}
        searchText={m.application_search_province()}
        onChosen={(id) => {
          if (id === provinceId) return
          form.choose('address.province_id', id)
          form.choose('address.district_id', '')
          forgetTown()
        }}
      />
      {isByBarrio ? (
        <BarrioField form={form} provinceId={provinceId} chooseTown={chooseTown} />
      ) : (
        <DistrictFields
          form={form}
          provinceId={provinceId}
          isOther={kind === OTHER}
          forgetTown={forgetTown}
          chooseTown={chooseTown}
        />
      )}
      <FormText
        form={form}
        name="address.street"
        autoComplete="address-line1"
        tidy={(typed) => {
          const parts = form.value('address.street_number') === '' ? splitStreet(typed) : undefined
          if (!parts) return typed
          form.choose('address.street_number', parts.number)
          return parts.street
        }}
      />
      <Pair>
        <FormText form={form} name="address.street_number" autoComplete="off" placeholder={m.application_no_number()} />
        <FormText form={form} name="address.postal_code" autoComplete="postal-code" autoCapitalize="characters" />
      </Pair>
    </>
  )
}

type PlaceForm = { form: StepForm<FieldName<BasicValues>>; provinceId: string; chooseTown: (id: string) => void }

/** One search over all barrios of the city; the comuna is the one that it lies in. */
function BarrioField({ form, provinceId, chooseTown }: PlaceForm): ReactNode {
  const barrios = useAreas(provinceId, true)
  return (
    <div className={css.town}>
      <FormChoice
        form={form}
        name="address.locality_id"
        label={m.application_barrio()}
        {...listOf(barrios, '')}
        searchText={m.application_search_barrio()}
        onChosen={(id) => {
          const found = barrios.areas.status === 'ready' && barrios.areas.choices.find((area) => area.id === id)
          form.choose('address.district_id', (found && found.districtId) || '')
          chooseTown(id)
        }}
      />
      {form.value('address.locality_id') === '' && barrios.areas.status === 'ready' && (
        <Button kind="quiet" onClick={() => chooseTown(OTHER)}>
          {m.application_write_town()}
        </Button>
      )}
    </div>
  )
}

function DistrictFields({
  form,
  provinceId,
  isOther,
  forgetTown,
  chooseTown,
}: PlaceForm & { isOther: boolean; forgetTown: () => void }): ReactNode {
  const districts = useAreas(provinceId)
  const towns = useAreas(form.value('address.district_id'))
  const townList = listOf(towns, m.application_district_first())
  return (
    <>
      <FormChoice
        form={form}
        name="address.district_id"
        {...listOf(districts, m.application_province_first())}
        searchText={m.application_search_district()}
        onChosen={(id) => {
          if (id === form.value('address.district_id')) return
          form.choose('address.district_id', id)
          forgetTown()
        }}
      />
      <div className={css.town}>
        <FormChoice
          form={form}
          name="address.locality_id"
          {...townList}
          choices={[...townList.choices, { id: OTHER, label: m.application_other_town() }]}
          text={isOther ? m.application_other_town() : undefined}
          searchText={m.application_search_town()}
          onChosen={chooseTown}
        />
        {!isOther && form.value('address.locality_id') === '' && towns.areas.status === 'ready' && (
          <Button kind="quiet" onClick={() => chooseTown(OTHER)}>
            {m.application_write_town()}
          </Button>
        )}
      </div>
      {isOther && (
        <FormText
          form={form}
          name="address.locality_other"
          hint={m.application_other_town_hint()}
          autoComplete="address-level3"
        />
      )}
    </>
  )
}
