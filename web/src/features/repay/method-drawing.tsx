import type { ReactNode } from 'react'
import css from './method-drawing.module.css'
import type { Method } from './repay-data.ts'

/** One way to pay at a glance, from her hand to us; the steps below say the same in words. */
export function MethodDrawing({ kind }: { kind: Method['kind'] }): ReactNode {
  return (
    <svg className={css.drawing} viewBox="0 0 320 112" aria-hidden="true">
      {kind === 'cash_slip' ? <Slip /> : <Phone kind={kind} />}
      <path className={css.way} d="M132 56h48" />
      <path className={css.tip} d="M172 47l9 9-9 9" />
      {kind === 'transfer' ? <Bank /> : kind === 'checkout' ? <PayPage /> : <Counter />}
    </svg>
  )
}

/** Her phone: for a transfer the account and the reference, for an online payment the button. */
function Phone({ kind }: { kind: 'transfer' | 'checkout' }): ReactNode {
  return (
    <>
      <rect className={css.sheet} x="52" y="6" width="58" height="100" rx="10" />
      <path className={css.line} d="M74 13h14" />
      {kind === 'transfer' ? (
        <>
          <path className={css.text} d="M62 30h26M62 50h34M62 70h20" />
          <path className={css.strong} d="M62 38h38M62 58h30M62 78h34" />
        </>
      ) : (
        <>
          <path className={css.text} d="M62 32h26M62 42h36" />
          <rect className={css.button} x="62" y="64" width="38" height="16" rx="8" />
        </>
      )}
    </>
  )
}

function Bank(): ReactNode {
  return (
    <>
      <path className={css.roof} d="M206 46l38-26 38 26z" />
      <path className={css.column} d="M216 54v28M235 54v28M254 54v28M273 54v28" />
      <path className={css.ground} d="M204 92h80" />
    </>
  )
}

function PayPage(): ReactNode {
  return (
    <>
      <rect className={css.card} x="206" y="28" width="84" height="56" rx="9" />
      <path className={css.stripe} d="M206 46h84" />
      <path className={css.onCard} d="M218 66h28M218 75h16" />
      <circle className={css.chip} cx="274" cy="68" r="7" />
    </>
  )
}

function Slip(): ReactNode {
  return (
    <>
      <path className={css.sheet} d="M46 8h70v92l-11.7-7-11.6 7-11.7-7-11.6 7-11.7-7L46 100z" />
      <path className={css.text} d="M57 24h34M57 34h48" />
      <path
        className={css.bars}
        d="M58 50v26M63 50v26M70 50v26M74 50v26M81 50v26M86 50v26M94 50v26M98 50v26M104 50v26"
      />
    </>
  )
}

function Counter(): ReactNode {
  return (
    <>
      <circle className={css.person} cx="246" cy="30" r="13" />
      <path className={css.person} d="M222 70c1-15 10-23 24-23s23 8 24 23z" />
      <path className={css.desk} d="M204 74h84v24h-84z" />
      <path className={css.onCard} d="M216 86h24" />
    </>
  )
}
