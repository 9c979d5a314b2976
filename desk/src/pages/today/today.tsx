import { may } from '@hola/core/desk-contract/roles.ts'
import type { ClaimKind } from '@hola/core/desk-contract/queue.ts'
import { mayTakeWork, workKindNames } from '@hola/core/desk-contract/queue.ts'
import { formatPesos } from '@hola/core/money.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { alertIcon } from '@hola/ui/layout/icons.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { useHref, useNavigate } from 'react-router'
import { call, wordsOf } from '../../lib/desk-client.ts'
import { useCall } from '../../lib/queries.ts'
import type { SignedIn } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useTicking } from '../../lib/ticking.ts'
import { readPages, usePages } from '../../lib/use-pages.ts'
import { useSelected } from '../../lib/use-selected.ts'
import { Clock, ClockBar, clockState, sayAge, sayClock } from '../../parts/clock.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { WithCode } from '../../parts/data-table.tsx'
import { FilterChips, formatCount, useChosenFilter } from '../../parts/filter-chips.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { ListBody } from '../../parts/list-body.tsx'
import { ListFile } from '../../parts/list-file.tsx'
import { Owner } from '../../parts/owner.tsx'
import { Facts, Peek, usePeek } from '../../parts/peek.tsx'
import { ProposalPanel } from '../../parts/proposal-panel.tsx'
import { Empty } from '../../parts/state-words.tsx'
import css from '../list-page.module.css'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { Item } from './item-words.ts'
import { clockOf, detailOf, factsOf, iconOf, itemKey, kindIcons, kindWords, reasonsOf, titleOf } from './item-words.ts'
import own from './today.module.css'

const filters = ['all', 'mine', 'nobody', ...workKindNames] as const
const columnsOf = (now: Date, onSign: (item: Item) => void): readonly Column<Item>[] => [
  {
    id: 'what',
    head: m.desk_queue_column_what,
    width: '43%',
    cell: (item) => (
      <span className={own.what}>
        <Icon shape={iconOf(item)} />
        <span className={own.words}>
          <WithCode word={titleOf(item)} code={detailOf(item)} />
        </span>
      </span>
    ),
    csv: (item) => `${titleOf(item)} ${detailOf(item)}`,
  },
  {
    id: 'amount',
    head: m.desk_queue_column_amount,
    width: '13%',
    isNumber: true,
    cell: ({ amount_centavos }) =>
      amount_centavos === null ? '–' : <b className={own.amount}>{formatPesos(amount_centavos)}</b>,
    csv: ({ amount_centavos }) => (amount_centavos === null ? null : { centavos: amount_centavos }),
  },
  {
    id: 'age',
    head: m.desk_queue_column_age,
    width: '8%',
    isNumber: true,
    isExtra: true,
    cell: ({ since_at }) => sayAge(since_at, now),
    csv: ({ since_at }) => since_at,
  },
  {
    id: 'due',
    head: m.desk_queue_column_due,
    width: '23%',
    cell: (item) => <Clock {...clockOf(item)} now={now} />,
    csv: ({ due_at }) => due_at,
  },
  {
    id: 'owner',
    head: m.desk_queue_column_owner,
    width: '13%',
    cell: (item) =>
      item.kind === 'proposal' ? (
        <button type="button" className={own.sign} onClick={() => onSign(item)}>
          {m.desk_queue_sign()}
        </button>
      ) : (
        <Owner name={item.owner?.name ?? null} />
      ),
    csv: ({ owner }) => owner?.name ?? null,
  },
]

const groupWords = {
  past: [m.desk_queue_group_past, m.desk_queue_group_past_note],
  sign: [m.desk_queue_group_sign, m.desk_queue_group_sign_note],
  rest: [m.desk_queue_group_rest, m.desk_queue_group_rest_note],
} as const

const groupOf = ({ group }: Item) => {
  const [title, note] = groupWords[group]
  return {
    id: group,
    head: (
      <span className={own.group}>
        <b>{title()}</b>
        <span>{note()}</span>
      </span>
    ),
  }
}

/** Which pages this member has, and whether each has a page for one record. */
export type PagePaths = ReadonlyMap<string, boolean>

const recordOf = ({ kind, item_id, reference }: Item): { readonly page: string; readonly id: string } => {
  switch (kind) {
    case 'case':
      return { page: '/cases', id: item_id }
    case 'payout':
      return { page: '/payouts', id: reference ?? '' }
    case 'suspense':
      return { page: '/receipts', id: encodeURIComponent(item_id) }
    case 'request':
      return { page: '/requests', id: item_id }
    case 'difference':
      return { page: '/reconciliation', id: reference ?? '' }
    case 'job':
      return { page: '/jobs', id: item_id }
    case 'proposal':
      return { page: '/proposals', id: '' }
  }
}

/** Where the record of an item is, as far as this member has a page for it. */
const addressOf = (item: Item, paths: PagePaths): string | undefined => {
  const { page, id } = recordOf(item)
  const hasRecords = paths.get(page)
  if (hasRecords === undefined) return undefined
  return hasRecords && id !== '' ? `${page}/${id}` : page
}

function PeekOf({
  me,
  item,
  now,
  address,
  onHandOver,
  peek,
}: {
  me: SignedIn
  item: Item
  now: Date
  address: string | undefined
  onHandOver: (() => void) | undefined
  peek: ReturnType<typeof usePeek>
}): ReactNode {
  const href = useHref(address ?? '')
  const clock = clockOf(item)
  const until = { date: formatDate(clock.until), time: formatTime(clock.until) }
  const whenWords =
    clock.ends === 'lapses'
      ? m.desk_queue_lapses_when
      : clockState(clock, now) === 'past'
        ? m.desk_queue_due_was
        : m.desk_queue_due_when
  return (
    <Peek title={titleOf(item)} isOver={peek.isOver} onClose={peek.close}>
      <div className={own.clock}>
        <p className={own.reference}>{item.reference}</p>
        <p className={own.left}>{sayClock(clock, now)}</p>
        <p>{whenWords(until)}</p>
        <ClockBar since={clock.since} until={clock.until} now={now} wide />
      </div>
      {item.kind === 'proposal' ? (
        <ProposalPanel me={me} proposalId={item.item_id} />
      ) : (
        <>
          {reasonsOf(item).length > 0 && (
            <ul className={own.reasons}>
              {reasonsOf(item).map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
          <Facts
            of={[
              ...(item.amount_centavos === null
                ? []
                : [[m.desk_queue_column_amount(), formatPesos(item.amount_centavos)] as const]),
              [m.desk_queue_waits_since(), `${formatDate(item.since_at)} ${formatTime(item.since_at)}`],
              ...factsOf(item),
            ]}
          />
          <p className={own.ownerLine}>
            {item.owner === null
              ? m.desk_queue_owner_nobody()
              : m.desk_queue_owner_since({ name: item.owner.name, time: formatTime(item.owner.since_at) })}
          </p>
        </>
      )}
      <div className={own.buttons}>
        {address !== undefined && item.kind !== 'proposal' && (
          <ButtonLink href={href}>
            {m.desk_queue_open()} <Kbd keys="enter" />
          </ButtonLink>
        )}
        {onHandOver && (
          <Button kind="secondary" onClick={onHandOver}>
            {m.desk_queue_hand_over()} <Kbd keys="p" />
          </Button>
        )}
      </div>
    </Peek>
  )
}

/** Everything that waits for this member, in the one order of how much time is left. */
export function TodayPage({ me, paths }: { me: SignedIn; paths: PagePaths }): ReactNode {
  const [show, choose] = useChosenFilter(filters)
  const { pages, error, refetch, more, isWhole } = usePages('queue/list', { show })
  const items = useMemo(() => pages?.flatMap((page) => page.items), [pages])
  const { data: counts } = useCall('queue/counts', {}, { isLive: true })
  const now = useTicking(pages?.[0]?.now)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const peek = usePeek()
  const [isHandingOver, setIsHandingOver] = useState(false)
  const [selected, setChosen] = useSelected(items, itemKey, { isHeld: isHandingOver })
  const address = selected && addressOf(selected, paths)

  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: ['queue/list'] })
    void queries.invalidateQueries({ queryKey: ['queue/counts'] })
  }
  const claimed = selected && mayTakeWork(me.role, selected.kind) ? selected : undefined
  const key = claimed && { kind: claimed.kind as ClaimKind, item_id: claimed.item_id }
  const act = async (path: 'queue/take' | 'queue/release', done: string): Promise<void> => {
    if (key === undefined) return
    try {
      await call(path, key)
      showToast(done)
    } catch (problem) {
      showToast(wordsOf(problem))
    }
    refresh()
  }
  const sign = (item: Item): void => {
    setChosen(itemKey(item))
    if (!peek.isOpen) peek.toggle()
  }
  const open = (): void => {
    if (selected?.kind === 'proposal') sign(selected)
    else if (address !== undefined) void navigate(address)
  }
  const mayTake = may(me.role, 'take_work')
  useShortcuts([
    { keys: 'enter', says: m.desk_queue_open(), inFoot: true, run: open },
    ...(mayTake
      ? [
          {
            keys: 't',
            says: m.desk_queue_take(),
            inFoot: true,
            run: () => void act('queue/take', m.desk_queue_taken()),
          },
          {
            keys: 's',
            says: m.desk_queue_release(),
            inFoot: true,
            run: () => void act('queue/release', m.desk_queue_released()),
          },
          { keys: 'p', says: m.desk_queue_hand_over(), inFoot: true, run: () => setIsHandingOver(key !== undefined) },
        ]
      : []),
    ...(may(me.role, 'decide_proposals') && selected?.kind === 'proposal'
      ? [{ keys: 'f', says: m.desk_queue_sign(), inFoot: true, run: () => sign(selected) }]
      : []),
  ])

  const columns = columnsOf(now, sign)
  const list = (
    <ListBody
      rows={items}
      error={error}
      onAgain={refetch}
      empty={
        show === 'mine' ? (
          <Empty title={m.desk_queue_empty_mine()} text={m.desk_queue_empty_mine_text()} />
        ) : (
          <Empty title={m.desk_queue_empty()} text={m.desk_queue_empty_text()} />
        )
      }
      label={m.desk_queue_label()}
      columns={columns}
      idOf={itemKey}
      selectedId={selected && itemKey(selected)}
      onSelect={setChosen}
      onEnd={more}
      isWhole={isWhole}
      groupOf={groupOf}
    />
  )

  return (
    <div className={css.page}>
      <div className={css.filters}>
        <FilterChips
          label={m.desk_queue_filter()}
          value={show}
          onChange={choose}
          chips={[
            { value: 'all', name: m.desk_queue_show_all(), count: counts?.all },
            ...(mayTake
              ? [
                  { value: 'mine', name: m.desk_queue_show_mine(), count: counts?.mine } as const,
                  { value: 'nobody', name: m.desk_queue_show_nobody(), count: counts?.nobody } as const,
                ]
              : []),
            ...workKindNames
              .filter((kind) => typeof counts?.kinds[kind] === 'number')
              .map((kind, at) => ({
                value: kind,
                name: kindWords[kind](),
                icon: kindIcons[kind],
                count: counts?.kinds[kind] ?? 0,
                startsGroup: at === 0,
              })),
          ]}
        />
        <div className={own.end}>
          {counts !== undefined && (counts.past > 0 || counts.near > 0) && (
            <p className={own.late}>
              {counts.past > 0 && (
                <span className={own.past}>
                  <Icon shape={alertIcon} size="small" />
                  {m.desk_queue_past_count({ count: formatCount(counts.past) })}
                </span>
              )}
              {counts.near > 0 && (
                <span className={own.near}>{m.desk_queue_near_count({ count: formatCount(counts.near) })}</span>
              )}
            </p>
          )}
          <ListFile
            name="hoy"
            columns={columns}
            read={(told) => readPages('queue/list', { show }, (page) => page.items, told)}
          />
        </div>
      </div>
      <div className={css.split}>
        {list}
        {selected && peek.isOpen && (
          <PeekOf
            key={itemKey(selected)}
            me={me}
            item={selected}
            now={now}
            address={address}
            onHandOver={claimed && (() => setIsHandingOver(true))}
            peek={peek}
          />
        )}
      </div>
      {isHandingOver && key !== undefined && (
        <HandOverDialog
          kind={key.kind}
          itemId={key.item_id}
          onClose={() => setIsHandingOver(false)}
          onDone={(name) => {
            setIsHandingOver(false)
            showToast(m.desk_queue_handed_over({ name }))
            refresh()
          }}
        />
      )}
    </div>
  )
}
