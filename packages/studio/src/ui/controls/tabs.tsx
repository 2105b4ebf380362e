import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";
import "./tabs.css";
import type { Testable } from "../behaviour/testable.js";

export interface TabsItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps extends Testable {
  readonly label: string;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly items: readonly TabsItem[];
}

export function Tabs({ label, selected, onSelect, items, ...rest }: TabsProps) {
  return (
    <AriaTabs
      className="tabs"
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      data-testid={rest["data-testid"]}
    >
      <TabList className="tabs-list" aria-label={label}>
        {items.map(({ id, label: text }) => (
          <Tab key={id} id={id} className="tabs-tab">
            {text}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tabs-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
