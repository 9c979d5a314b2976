/**
 * The icon set: 24 grid, one path each, drawn by `Icon` with stroke 1.75 and round caps. One export for each icon, so
 * that a screen carries only the icons it shows.
 */
const circle = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z'
const corners =
  'M3.5 8V6A2.5 2.5 0 0 1 6 3.5h2M16 3.5h2A2.5 2.5 0 0 1 20.5 6v2M20.5 16v2a2.5 2.5 0 0 1-2.5 2.5h-2M8 20.5H6A2.5 2.5 0 0 1 3.5 18v-2'
const idCard = 'M5 4.5h14A2.5 2.5 0 0 1 21.5 7v10a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 17V7A2.5 2.5 0 0 1 5 4.5z'

export const homeIcon = 'M4 11l8-7 8 7v7.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5zM9.75 20v-5.25h4.5V20'
export const loansIcon =
  'M7.5 3h9A2.5 2.5 0 0 1 19 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 18.5v-13A2.5 2.5 0 0 1 7.5 3zM8.75 8h6.5M8.75 12h6.5M8.75 16h4'
export const userIcon = 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-3.6 3-6 7.5-6s7.5 2.4 7.5 6'
export const backIcon = 'M15 5l-7 7 7 7'
export const rightIcon = 'M9 6l6 6-6 6'
export const downIcon = 'M6 9l6 6 6-6'
export const arrowIcon = 'M4 12h16M14 6l6 6-6 6'
export const checkIcon = 'M5 12.5l4.5 4.5L19 7.5'
export const checkCircleIcon = `${circle}M8.25 12.25l2.6 2.6 5-5.2`
export const alertIcon = `${circle}M12 7.75v5M12 16h.01`
export const infoIcon = `${circle}M12 11.25v5M12 8h.01`
export const helpIcon = `${circle}M9.55 9.5a2.45 2.45 0 1 1 3.6 2.15c-.8.42-1.15.9-1.15 1.6M12 16.5h.01`
export const calendarIcon =
  'M6.5 5h11A2.5 2.5 0 0 1 20 7.5V18a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 18V7.5A2.5 2.5 0 0 1 6.5 5zM4 10h16M8.5 3v4M15.5 3v4'
export const clockIcon = `${circle}M12 7v5l3.25 2`
export const cameraIcon =
  'M8.5 6l1.3-2h4.4l1.3 2H18a2.5 2.5 0 0 1 2.5 2.5V17a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 17V8.5A2.5 2.5 0 0 1 6 6zM12 16.25a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z'
export const idIcon = `${idCard}M8.5 12.25a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.5 16c.4-1.9 1.5-2.6 3-2.6s2.6.7 3 2.6M14.75 10h3.5M14.75 14h3.5`
export const idBackIcon = `${idCard}M6.5 8v4M9.25 8v4M12 8v4M14.75 8v4M17.5 8v4M6.5 15.75h11`
export const faceIcon = `${corners}M12 12.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM7.25 17.5c.6-2.1 2.4-3.1 4.75-3.1s4.15 1 4.75 3.1`
export const bankIcon = 'M3.5 9.5L12 4l8.5 5.5zM6 13v4M10 13v4M14 13v4M18 13v4M3.5 20.5h17'
export const walletIcon =
  'M4 7.5v-.75A2.25 2.25 0 0 1 6.25 4.5h10.5v3M4 7.5h14a2.5 2.5 0 0 1 2.5 2.5v7.5A2.5 2.5 0 0 1 18 20H6.5A2.5 2.5 0 0 1 4 17.5zM16.5 13.75h.01'
export const slipIcon = 'M5.5 3.5h13v17L16.3 19l-2.15 1.5L12 19l-2.15 1.5L7.7 19l-2.2 1.5zM9 8h6M9 12h6'
export const docIcon =
  'M7.5 3H14l5 5v10.5a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 18.5v-13A2.5 2.5 0 0 1 7.5 3zM14 3v5h5M9 13h6M9 16.75h4'
export const downloadIcon = 'M12 3.5v12M7 10.75l5 5 5-5M4 20.5h16'
export const shareIcon =
  'M12 14.5v-11M8 7.25l4-4 4 4M7.5 10.5H6a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2h-1.5'
export const lockIcon =
  'M7 10.5h10a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-2.5 2.5H7A2.5 2.5 0 0 1 4.5 18v-5A2.5 2.5 0 0 1 7 10.5zM8 10.5v-3a4 4 0 0 1 8 0v3M12 14.5v2'
export const shieldIcon =
  'M12 3l7.5 2.75v5.5c0 4.5-3 8-7.5 9.75-4.5-1.75-7.5-5.25-7.5-9.75v-5.5zM8.75 12l2.4 2.4 4.35-4.4'
export const chatIcon =
  'M6 4h12a2.5 2.5 0 0 1 2.5 2.5V14a2.5 2.5 0 0 1-2.5 2.5h-6.5l-4 4v-4H6A2.5 2.5 0 0 1 3.5 14V6.5A2.5 2.5 0 0 1 6 4zM8 8.75h8M8 12h5'
export const mailIcon =
  'M4.5 5.5h15a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM4 7l8 6.25L20 7'
export const searchIcon = 'M10.75 17.5a6.75 6.75 0 1 0 0-13.5 6.75 6.75 0 0 0 0 13.5zM15.75 15.75l4.75 4.75'
export const closeIcon = 'M5.5 5.5l13 13M18.5 5.5l-13 13'
export const plusIcon = 'M12 4v16M4 12h16'
export const minusIcon = 'M4 12h16'
export const refreshIcon = 'M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 3.75V8.5h-4.75'
export const undoIcon = 'M8 4.5L3.5 9 8 13.5M3.5 9h11.25a5.25 5.25 0 0 1 0 10.5H9.5'
export const ticketIcon =
  'M5 6h14a1.5 1.5 0 0 1 1.5 1.5V10a2 2 0 0 0 0 4v2.5A1.5 1.5 0 0 1 19 18H5a1.5 1.5 0 0 1-1.5-1.5V14a2 2 0 0 0 0-4V7.5A1.5 1.5 0 0 1 5 6zM14.5 9.25v.5M14.5 11.75v.5M14.5 14.25v.5'
export const editIcon = 'M4.5 19.5l1-4.5L16 4.5a2.12 2.12 0 0 1 3 0l.5.5a2.12 2.12 0 0 1 0 3L9 18.5zM13.75 6.75l3.5 3.5'
export const signIcon =
  'M3.5 16.5c3-4.6 5.1-10 7.3-10 2 0 .4 6-1.3 9.5 2-3.6 3.4-5.3 4.6-5 1.3.3-.5 3.9.8 4.2 1.1.3 1.7-1.2 2.9-1.2 1 0 1.4.6 2.7.6M4 20.5h16'
export const trashIcon =
  'M4.5 6.5h15M9 6.5V4.75a1.25 1.25 0 0 1 1.25-1.25h3.5A1.25 1.25 0 0 1 15 4.75V6.5M6.5 6.5l.7 12a2 2 0 0 0 2 2h5.6a2 2 0 0 0 2-2l.7-12M10.25 10.5v6M13.75 10.5v6'
export const slidersIcon =
  'M3.5 8H13M18 8h2.5M15.5 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.5 16H6M11 16h9.5M8.5 18.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z'
export const offlineIcon =
  'M3.5 3.5l17 17M2.5 9.5a14 14 0 0 1 3.3-2.3M9.7 5.7A14 14 0 0 1 21.5 9.5M5.5 13a9.5 9.5 0 0 1 3.4-2.2M13.4 10.3a9.5 9.5 0 0 1 5.1 2.7M8.75 16.4a5 5 0 0 1 4.4-1.3M12 19.75h.01'
export const pinIcon =
  'M12 21c-3.6-3.3-6.5-6.7-6.5-10.5a6.5 6.5 0 0 1 13 0c0 3.8-2.9 7.2-6.5 10.5zM12 12.75a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5z'
export const bellIcon = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1h-15zM10 20.25a2.25 2.25 0 0 0 4 0'
export const sunIcon =
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.75v1.75M12 19.5v1.75M2.75 12H4.5M19.5 12h1.75M5.45 5.45l1.25 1.25M17.3 17.3l1.25 1.25M5.45 18.55l1.25-1.25M17.3 6.7l1.25-1.25'
export const frameIcon = `${corners}M8.5 9h7a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1z`
export const noGlareIcon =
  'M4.5 8h9.75a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H4.5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM6 15.5l3-3M9.75 15.5l3-3M19.5 3v5M17 5.5h5'
export const phoneIcon =
  'M8.5 2.5h7A2.5 2.5 0 0 1 18 5v14a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 6 19V5a2.5 2.5 0 0 1 2.5-2.5zM10.75 18h2.5'
export const starIcon = 'M12 14a5.25 5.25 0 1 0 0-10.5A5.25 5.25 0 0 0 12 14zM9 13.5L7.5 21l4.5-2.5 4.5 2.5-1.5-7.5'
export const keyIcon = 'M7.5 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11.5 12h9M17.5 12v3.5M20.5 12v2.5'
export const peopleIcon =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c0-3.1 2.6-5.2 6.5-5.2s6.5 2.1 6.5 5.2M15.5 4.9a3.5 3.5 0 0 1 0 6.2M18 14.9c2.2.7 3.5 2.3 3.5 4.6'
export const terminalIcon =
  'M5.5 4.5h13A2.5 2.5 0 0 1 21 7v10a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 17V7a2.5 2.5 0 0 1 2.5-2.5zM7 9.5l3 2.75L7 15M12.5 15H17'
export const eyeIcon =
  'M2.5 12C4.5 7.8 8 5.5 12 5.5s7.5 2.3 9.5 6.5c-2 4.2-5.5 6.5-9.5 6.5S4.5 16.2 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z'
export const leaveIcon = 'M14 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H14M10 12h10.5M16.5 8l4 4-4 4'
export const chartIcon = 'M5 20v-7M12 20V5M19 20V9.5'
