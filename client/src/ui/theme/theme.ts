import {
  ActionIcon,
  Button,
  createTheme,
  Drawer,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  PasswordInput,
  Popover,
  TextInput,
  Tooltip,
  type VariantColorsResolver,
} from "@mantine/core";

/** Heights of controls in pixels: rows, the usual one, forms, and sign-in and checkout. */
const CONTROL_HEIGHTS: Readonly<Record<string, number>> = { xs: 28, sm: 32, md: 34, lg: 38 };
const CONTROL_PADDINGS: Readonly<Record<string, number>> = { xs: 10, sm: 12, md: 14, lg: 16 };

const MENU_MOTION = { transition: "pop", duration: 140, timingFunction: "ease-out" } as const;
const DRAWER_MOTION = { duration: 180, timingFunction: "cubic-bezier(.2,.8,.2,1)" } as const;
/** Milliseconds before a tooltip shows, so that crossing the page with the pointer stays quiet. */
const TOOLTIP_DELAY_MS = 400;

/** The vendor's and the states' colours come from variables, so that a vendor is changed without a render. */
const variantColors: VariantColorsResolver = (input) => {
  const isDanger = input.color === "bad";
  if (input.variant === "filled" && (isDanger || input.color === undefined || input.color === "brand")) {
    return isDanger
      ? {
          background: "var(--danger)",
          hover: "var(--danger-hover)",
          color: "#FFFFFF",
          border: "1px solid var(--danger-hover)",
        }
      : {
          background: "var(--vendor-fill)",
          hover: "var(--vendor-hover)",
          color: "var(--vendor-words)",
          border: "1px solid var(--vendor-fill-edge)",
        };
  }
  if (input.variant === "default" && isDanger) {
    return {
      background: "var(--surface)",
      hover: "var(--hover)",
      color: "var(--bad)",
      border: "1px solid var(--line2)",
    };
  }
  if (input.variant === "subtle" || input.variant === "transparent") {
    return {
      background: "transparent",
      hover: "var(--hover)",
      color: isDanger ? "var(--bad)" : "var(--text2)",
      border: "1px solid transparent",
    };
  }
  return defaultVariantColorsResolver(input);
};

function shadesOf(variable: string): MantineColorsTuple {
  return Array.from({ length: 10 }, () => variable) as unknown as MantineColorsTuple;
}

function controlHeight(size: unknown): string {
  return `${CONTROL_HEIGHTS[String(size ?? "sm")] ?? 32}px`;
}

export const theme = createTheme({
  primaryColor: "brand",
  colors: { brand: shadesOf("var(--vendor-fill)") },
  black: "#14161B",
  autoContrast: true,
  luminanceThreshold: 0.183,
  defaultRadius: "sm",
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "10px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  breakpoints: { xs: "36em", sm: "48em", md: "62em", lg: "64em", xl: "90em" },
  respectReducedMotion: true,
  cursorType: "pointer",
  variantColorResolver: variantColors,
  components: {
    Button: Button.extend({
      defaultProps: { size: "sm", variant: "default" },
      vars: (_theme, { size }) => ({
        root: {
          "--button-height": controlHeight(size),
          "--button-padding-x": `${CONTROL_PADDINGS[String(size ?? "sm")] ?? 12}px`,
          "--button-fz": size === "lg" || size === "md" ? "14px" : "13px",
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { size: "sm", variant: "subtle" },
      vars: (_theme, { size }) => ({ root: { "--ai-size": controlHeight(size) } }),
    }),
    Input: Input.extend({
      vars: (_theme, { size }) => ({
        wrapper: {
          "--input-height": controlHeight(size ?? "md"),
          "--input-fz": size === "sm" || size === "xs" ? "13px" : "14px",
        },
        input: {},
      }),
    }),
    TextInput: TextInput.extend({
      defaultProps: { size: "md", inputWrapperOrder: ["label", "input", "description", "error"] },
    }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { size: "md", inputWrapperOrder: ["label", "input", "description", "error"] },
    }),
    Menu: Menu.extend({ defaultProps: { transitionProps: MENU_MOTION, offset: 6, position: "bottom-end" } }),
    Popover: Popover.extend({ defaultProps: { transitionProps: MENU_MOTION, offset: 6 } }),
    // lockScroll writes a style element, which the content policy refuses: base.css locks by attribute instead.
    Modal: Modal.extend({
      defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 140, transition: "pop" } },
    }),
    Drawer: Drawer.extend({
      defaultProps: { lockScroll: false, position: "right", transitionProps: DRAWER_MOTION },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: TOOLTIP_DELAY_MS, transitionProps: { duration: 140 } } }),
  },
});
