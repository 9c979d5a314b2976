import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { readAccount } from '@hola/core/identifiers/account.ts'
import { formatShortRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { api } from '../../lib/api.ts'
import { useLoad } from '../../lib/form-load.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { accountWords, institutionOf } from './account-words.ts'
import { FormChips, FormChoice, FormText, preloadSheets } from './fields.tsx'
import { useStepForm, type FieldName, type StepForm } from './step-form.ts'
import { StepWaiting } from './step-page.tsx'
import type { Applicant } from './withdrawal-check.ts'
import css from './withdrawal-form.module.css'
import { withdrawalLabels } from './withdrawal-labels.ts'
import { emptyWithdrawal, withdrawalFrom, type WithdrawalValues } from './withdrawal-values.ts'

const loadCheck = () => import('./withdrawal-check.ts')

type Institutions = RetOf<'app/get_bank_list'>

export type WithdrawalData = {
  readonly userId: string
  readonly saved: WithdrawalValues
  readonly savedAt: string | null
  readonly savedBefore: string | null
  readonly applicant: Applicant | null
  readonly institutions: Institutions
}

/** Loads what both withdrawal pages begin with. */
export function WithdrawalStep({ userId, Form }: { userId: string; Form: ComponentType<WithdrawalData> }): ReactNode {
  const { load, retry } = useLoad('saved', (signal) =>
    Promise.all([
      api.call('app/get_bank_list', {}, { signal, quiet: true }),
      api.call('app/get_bank_info', {}, { signal, quiet: true }),
      api.call('app/get_basic_info', {}, { signal, quiet: true }),
    ]),
  )
  if (load.status !== 'ready') return <StepWaiting loads={[load]} onRetry={retry} />
  const [institutions, { info, saved_at }, { info: applicant, saved_at: savedBefore }] = load.data
  const fullName = applicant ? `${applicant.first_name} ${applicant.last_name}` : ''
  return (
    <Form
      userId={userId}
      saved={info ? withdrawalFrom(info) : { ...emptyWithdrawal, full_name: fullName }}
      savedAt={saved_at}
      savedBefore={savedBefore}
      applicant={applicant}
      institutions={institutions}
    />
  )
}

export const useWithdrawalForm = (
  { userId, saved, savedAt, savedBefore, applicant }: WithdrawalData,
  order: { order_id?: string },
  onSaved: (answer: RetOf<'app/save_transfer_info'>) => void,
) => {
  const form = useStepForm({
    name: 'withdrawal',
    userId,
    empty: emptyWithdrawal,
    saved,
    savedAt,
    savedBefore,
    labels: withdrawalLabels,
    check: async (values) => (await loadCheck()).checkWithdrawal(values, applicant),
    save: (body) => api.call('app/save_transfer_info', { ...body, ...order }, { quiet: true }),
    onSaved,
  })
  useEffect(() => {
    preloadSheets()
    loadCheck().catch(() => undefined)
  }, [])
  return form
}

/**
 * The account first: a CBU names its bank, many a CVU its wallet. Whoever has another account, or an alias, is asked
 * which it is.
 */
export function WithdrawalFields({
  form,
  institutions,
}: {
  form: StepForm<FieldName<WithdrawalValues>>
  institutions: Institutions
}): ReactNode {
  const [isChanging, setIsChanging] = useState(false)
  const chosen = form.value('institution_id')
  const account = form.value('account_number')
  const found = institutionOf(account, institutions)
  const { missing, problem, kind: written } = readAccount(account)
  const isWhole = written !== 'nothing' && missing === 0 && problem === null
  const isTold = found !== undefined && found.id === chosen && found.kind === form.value('institution_kind')
  const isAsked =
    isChanging ||
    (isWhole && !isTold) ||
    (chosen !== '' && !isTold) ||
    form.words('institution_kind').error !== undefined ||
    form.words('institution_id').error !== undefined
  const take = ({ kind, id }: NonNullable<typeof found>): void => {
    form.choose('institution_kind', kind)
    form.choose('institution_id', id)
  }
  return (
    <>
      <div className={css.account}>
        <FormText
          form={form}
          name="account_number"
          hint={m.application_account_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onTyped={(typed) => {
            if (isChanging) return
            const told = institutionOf(typed, institutions)
            if (told) take(told)
            // What followed from a number that is not there any more goes with it; what she chose herself stays.
            else if (isTold) {
              form.choose('institution_kind', '')
              form.choose('institution_id', '')
            }
          }}
        />
        <output className={css.recognised}>
          {form.words('account_number').error === undefined && accountWords(account, institutions)}
        </output>
      </div>
      {isAsked ? (
        <InstitutionFields
          form={form}
          institutions={institutions}
          found={found}
          onChosen={() => setIsChanging(true)}
          onTake={take}
        />
      ) : (
        isTold &&
        isWhole && (
          <Button kind="quiet" className={css.change} onClick={() => setIsChanging(true)}>
            {m.application_change_institution()}
          </Button>
        )
      )}
      <FormText
        form={form}
        name="full_name"
        hint={m.application_holder_hint()}
        autoComplete="name"
        autoCapitalize="words"
      />
    </>
  )
}

/** Bank or wallet, and which: for whoever cannot be told by the number. */
function InstitutionFields({
  form,
  institutions: { banks, wallets, wallet_share_basis_points: share },
  found,
  onChosen,
  onTake,
}: {
  form: StepForm<FieldName<WithdrawalValues>>
  institutions: Institutions
  found: ReturnType<typeof institutionOf>
  onChosen: () => void
  onTake: (found: NonNullable<ReturnType<typeof institutionOf>>) => void
}): ReactNode {
  const kind = form.value('institution_kind')
  const chosen = form.value('institution_id')
  const choices =
    kind === 'wallet'
      ? wallets.map(({ id, name }) => ({ id, label: name }))
      : banks.map(({ id, short_name }) => ({ id, label: short_name }))
  // A wallet may have a bank's CBU, so only two different banks contradict each other.
  const isOther = found?.kind === 'bank' && kind === 'bank' && chosen !== '' && chosen !== found.id
  return (
    <>
      <FormChips
        form={form}
        name="institution_kind"
        options={[
          { value: 'bank', text: m.application_bank() },
          { value: 'wallet', text: m.application_wallet() },
        ]}
        onChosen={(next) => {
          onChosen()
          if (next !== kind) form.choose('institution_id', '')
        }}
      />
      {share !== null && <p className={css.share}>{m.application_wallet_share({ share: formatShortRate(share) })}</p>}
      {kind !== '' && (
        <FormChoice
          form={form}
          name="institution_id"
          label={kind === 'wallet' ? m.application_which_wallet() : m.application_which_bank()}
          choices={choices}
          text={
            chosen !== '' && !choices.some(({ id }) => id === chosen)
              ? m.application_bank_unknown({ code: chosen })
              : undefined
          }
          searchText={kind === 'wallet' ? m.application_search_wallet() : m.application_search_bank()}
        />
      )}
      {isOther && (
        <Note>
          <p>{m.application_other_bank({ name: found.name })}</p>
          <Button kind="quiet" onClick={() => onTake(found)}>
            {m.application_use_bank({ name: found.name })}
          </Button>
        </Note>
      )}
    </>
  )
}
