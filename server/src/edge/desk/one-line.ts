/** What a payer, a bank or a program wrote, on one line and cut short, as the contract asks for. */
export const oneLine = (text: string, most = 500): string => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, most)
