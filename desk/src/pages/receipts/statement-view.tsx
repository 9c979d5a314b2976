import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import type { LineProblem, LineState, StatementField, StatementMapping } from '@hola/core/desk-contract/statements.ts'
import { STATEMENT_BYTES_MAX, statementFields } from '@hola/core/desk-contract/statements.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { formatDate, formatDay } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, backIcon, checkIcon, helpIcon, minusIcon, peopleIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call, wordsOf } from '../../lib/desk-client.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { Column } from '../../parts/data-table.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { FilterChips } from '../../parts/filter-chips.tsx'
import { ListFile } from '../../parts/list-file.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { Empty, Failed, Waiting } from '../../parts/state-words.tsx'
import list from '../list-page.module.css'
import { EnterTransferDialog } from './enter-transfer-dialog.tsx'
import { writePesos } from '../../lib/amounts.ts'
import css from './receipts.module.css'

type Statement = DeskRetOf<'statements/show'>
type Line = Statement['lines'][number]

const states: Readonly<
  Record<LineState, { readonly name: () => string; readonly tone: 'done' | 'neutral' | 'late' | 'failed' }>
> = {
  by_reference: { name: m.desk_money_line_by_reference, tone: 'done' },
  possible: { name: m.desk_money_line_possible, tone: 'neutral' },
  unclear: { name: m.desk_money_line_unclear, tone: 'late' },
  same_entered: { name: m.desk_money_line_same_entered, tone: 'late' },
  entered: { name: m.desk_money_line_entered, tone: 'neutral' },
  in_file_before: { name: m.desk_money_line_in_file_before, tone: 'neutral' },
  debit: { name: m.desk_money_line_debit, tone: 'neutral' },
  malformed: { name: m.desk_money_line_malformed, tone: 'failed' },
}
const stateNames = Object.keys(states) as LineState[]
const icons = { done: checkIcon, neutral: minusIcon, late: helpIcon, failed: alertIcon }

const problems: Readonly<Record<LineProblem, () => string>> = {
  no_day: m.desk_money_bad_no_day,
  day_not_read: m.desk_money_bad_day_not_read,
  day_not_come: m.desk_money_bad_day_not_come,
  day_too_old: m.desk_money_bad_day_too_old,
  no_amount: m.desk_money_bad_no_amount,
  amount_not_read: m.desk_money_bad_amount_not_read,
  amount_zero: m.desk_money_bad_amount_zero,
  amount_too_large: m.desk_money_bad_amount_too_large,
  too_few_columns: m.desk_money_bad_too_few_columns,
}

const fields: Readonly<Record<StatementField, () => string>> = {
  day: m.desk_money_column_day,
  amount: m.desk_money_column_amount,
  credit: m.desk_money_column_credit,
  debit: m.desk_money_column_debit,
  id: m.desk_money_column_id,
  concept: m.desk_money_column_concept,
  payer: m.desk_money_column_payer,
  payer_id: m.desk_money_column_payer_id,
}

const columns: readonly Column<Line>[] = [
  {
    id: 'number',
    head: m.desk_money_line,
    width: '7%',
    isNumber: true,
    cell: ({ line_count }) => formatNumber(line_count),
  },
  {
    id: 'day',
    head: m.desk_money_paid_day,
    width: '11%',
    cell: ({ paid_day }) => (paid_day === null ? '–' : formatDay(paid_day)),
    csv: ({ paid_day }) => paid_day,
  },
  {
    id: 'amount',
    head: m.desk_money_amount,
    width: '15%',
    isNumber: true,
    cell: ({ amount_centavos }) => (amount_centavos === null ? '–' : <b>{formatPesos(amount_centavos)}</b>),
    csv: ({ amount_centavos }) => (amount_centavos === null ? null : { centavos: amount_centavos }),
  },
  { id: 'words', head: m.desk_money_words, width: '35%', cell: ({ words }) => words },
  {
    id: 'state',
    head: m.desk_money_match,
    width: '32%',
    cell: ({ state, problem, order_number }) => (
      <Badge tone={states[state].tone} icon={icons[states[state].tone]}>
        {problem === null ? states[state].name() : problems[problem]()}
        {order_number !== null && ` ${order_number}`}
      </Badge>
    ),
    csv: ({ state, problem, order_number }) =>
      [problem === null ? states[state].name() : problems[problem](), order_number ?? ''].join(' ').trim(),
  },
]

/** Every line of a statement with where it stands; chips show the lines of one state alone. */
function Lines({ of: { lines }, onEnter }: { of: Statement; onEnter?: ((line: Line) => void) | undefined }): ReactNode {
  const [only, setOnly] = useState<LineState | 'all'>('all')
  const [chosen, setChosen] = useState<string>()
  const rows = lines.filter(({ state }) => only === 'all' || state === only)
  const selected = rows.find(({ line_count }) => String(line_count) === chosen)
  const present = stateNames.filter((state) => lines.some((line) => line.state === state))
  return (
    <>
      <FilterChips
        label={m.desk_money_lines_show()}
        value={only}
        onChange={setOnly}
        chips={[
          { value: 'all' as const, name: m.desk_money_all(), count: lines.length },
          ...present.map((state) => ({
            value: state,
            name: states[state].name(),
            count: lines.filter((line) => line.state === state).length,
          })),
        ]}
      />
      <ListFile name="extracto" columns={columns} read={async () => rows} />
      {rows.length === 0 ? (
        <Empty title={m.desk_money_lines_empty()} text={m.desk_money_lines_empty_text()} />
      ) : (
        <DataTable
          label={m.desk_money_lines_label()}
          columns={columns}
          rows={rows}
          idOf={({ line_count }) => String(line_count)}
          selectedId={chosen}
          onSelect={setChosen}
        />
      )}
      {onEnter && selected?.state === 'same_entered' && (
        <Note tone="warn" icon={helpIcon}>
          {m.desk_money_same_text()}{' '}
          <Button kind="secondary" onClick={() => onEnter(selected)}>
            {m.desk_money_same_enter()}
          </Button>
        </Note>
      )}
    </>
  )
}

function Head({ name, onBack, children }: { name: string; onBack: () => void; children?: ReactNode }): ReactNode {
  useShortcuts([{ keys: 'escape', says: m.desk_keys_back(), run: onBack }])
  return (
    <header className={css.statementHead}>
      <Button kind="quiet" icon={backIcon} onClick={onBack}>
        {m.desk_money_back()}
      </Button>
      <h2 className={css.fileName}>{name}</h2>
      {children}
    </header>
  )
}

/** The bytes as text, in pieces: a file of megabytes is too much for one call. */
const toBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const PIECE = 0x80_00
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCodePoint(...bytes.subarray(at, at + PIECE))
  return btoa(text)
}

const separators = { ';': ';', ',': ',', '\t': 'tab', '|': '|' }

function Mapping({
  columns: heads,
  mapping,
  onChange,
}: {
  columns: readonly string[]
  mapping: StatementMapping
  onChange: (mapping: StatementMapping) => void
}): ReactNode {
  return (
    <fieldset className={css.mapping}>
      <legend>{m.desk_money_mapping()}</legend>
      {statementFields.map((field) => (
        <SelectField
          key={field}
          label={fields[field]()}
          value={mapping[field] ?? ''}
          onChange={({ target }) => {
            const { [field]: _, ...rest } = mapping
            onChange(target.value === '' ? rest : { ...rest, [field]: Number(target.value) })
          }}
        >
          <option value="">{m.desk_money_column_none()}</option>
          {heads.map((head, index) => (
            <option key={index} value={index}>
              {head}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  )
}

/** A file that was just chosen: read by the server, shown line by line, kept only when she says so. */
export function NewStatement({
  file,
  onBack,
  onKept,
}: {
  file: File
  onBack: () => void
  onKept: (importId: string) => void
}): ReactNode {
  const [mapping, setMapping] = useState<StatementMapping>()
  const [problem, setProblem] = useState<string>()
  const [isKeeping, setIsKeeping] = useState(false)
  const isTooLarge = file.size > STATEMENT_BYTES_MAX
  const body = async () => ({
    file_name: file.name.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200) || 'csv',
    content_base64: await toBase64(file),
    ...(mapping === undefined ? {} : { mapping }),
  })
  const { data, error, refetch } = useQuery({
    queryKey: ['statements/read', file.name, file.size, file.lastModified, mapping],
    queryFn: async ({ signal }) => call('statements/read', await body(), signal),
    enabled: !isTooLarge,
    placeholderData: (before) => before,
  })
  const keep = async (): Promise<void> => {
    if (isKeeping) return
    setIsKeeping(true)
    setProblem(undefined)
    try {
      const kept = await call('statements/keep', { ...(await body()), why: m.desk_money_keep_why({ file: file.name }) })
      onKept(kept.import_id)
    } catch (failure) {
      setProblem(wordsOf(failure))
      setIsKeeping(false)
    }
  }
  if (isTooLarge)
    return (
      <div className={list.page}>
        <Head name={file.name} onBack={onBack} />
        <Note tone="bad" icon={alertIcon} live>
          {m.desk_money_too_large({ most: formatNumber(STATEMENT_BYTES_MAX / 1024 / 1024) })}
        </Note>
      </div>
    )
  return (
    <div className={list.page}>
      <Head name={file.name} onBack={onBack}>
        {data && (
          <span className={css.quiet}>
            {m.desk_money_read_as({
              encoding: data.encoding,
              separator: separators[data.separator],
              decimals: data.decimals,
            })}
          </span>
        )}
        <span className={css.right}>
          {data?.is_mapped && (
            <Button icon={checkIcon} busy={isKeeping} onClick={() => void keep()}>
              {m.desk_money_keep({ count: data.statement.line_count })}
            </Button>
          )}
        </span>
      </Head>
      {data?.known_at && (
        <Note tone="warn" icon={alertIcon}>
          {m.desk_money_known({ date: formatDate(data.known_at) })}
        </Note>
      )}
      {problem && (
        <Note tone="bad" icon={alertIcon} live>
          {problem}
        </Note>
      )}
      {data === undefined ? (
        error ? (
          <Failed problem={error} onAgain={() => void refetch()} />
        ) : (
          <Waiting />
        )
      ) : (
        <>
          <Mapping columns={data.columns} mapping={data.mapping} onChange={setMapping} />
          {data.is_mapped ? (
            <Lines of={data.statement} />
          ) : (
            <Empty title={m.desk_money_not_mapped()} text={m.desk_money_not_mapped_text()} />
          )}
        </>
      )}
    </div>
  )
}

/** A statement that was kept: its transfers are proposed from here, and later it says what became of each. */
export function KeptStatement({
  me,
  importId,
  onBack,
}: {
  me: SignedIn
  importId: string
  onBack: () => void
}): ReactNode {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['statements/show', importId],
    queryFn: ({ signal }) =>
      call('statements/show', { import_id: importId, why: m.desk_money_statement_why() }, signal),
    // Looking is an act: it is not done again behind her back.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [isProposing, setIsProposing] = useState(false)
  const [entering, setEntering] = useState<Line>()
  const mayEnter = mayPropose(me.role, 'statement')
  useShortcuts(
    mayEnter && data && data.entered_count > 0
      ? [{ keys: 'p', says: m.desk_money_propose_statement(), inFoot: true, run: () => setIsProposing(true) }]
      : [],
  )
  if (data === undefined)
    return (
      <div className={list.page}>
        <Head name="" onBack={onBack} />
        {error ? <Failed problem={error} onAgain={() => void refetch()} /> : <Waiting />}
      </div>
    )
  return (
    <div className={list.page}>
      <Head name={data.file_name} onBack={onBack}>
        <span className={css.right}>
          {mayEnter && data.entered_count > 0 && (
            <Button icon={peopleIcon} onClick={() => setIsProposing(true)}>
              {m.desk_money_propose_lines({ count: data.entered_count, sum: formatPesos(data.entered_centavos) })}
            </Button>
          )}
        </span>
      </Head>
      {data.entered_count === 0 && <Note tone="good">{m.desk_money_all_entered()}</Note>}
      <Lines of={data} onEnter={mayEnter ? setEntering : undefined} />
      {isProposing && (
        <ProposeDialog
          kind="statement"
          title={m.desk_money_propose_statement()}
          details={() => ({ import_id: importId })}
          onClose={() => setIsProposing(false)}
          onDone={() => {
            void queries.invalidateQueries()
            onBack()
          }}
        >
          <p>{m.desk_money_propose_lines_text({ count: data.entered_count })}</p>
        </ProposeDialog>
      )}
      {entering && (
        <EnterTransferDialog
          first={{
            id: entering.provider_payment_id ?? '',
            amount: writePesos(entering.amount_centavos ?? 0),
            day: entering.paid_day ?? '',
            words: entering.words,
          }}
          onClose={() => setEntering(undefined)}
        />
      )}
    </div>
  )
}
