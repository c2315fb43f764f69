/** The page in the frame of the widget's preview. The console that frames it hands over what the widget is to look like. */
export {};
