use widget_auth_core::AuthFlowState as State;

const ALL: [State; 7] = [
    State::Idle,
    State::AwaitingCallback,
    State::ExchangingCode,
    State::Completed,
    State::Failed,
    State::TimedOut,
    State::Cancelled,
];

#[test]
fn the_serialized_name_is_the_displayed_one() {
    for state in ALL {
        let json = serde_json::to_string(&state).unwrap();
        assert_eq!(json, format!("\"{state}\""));
        assert_eq!(serde_json::from_str::<State>(&json).unwrap(), state);
    }
}

#[test]
fn four_states_end_a_flow() {
    let terminal: Vec<_> = ALL.into_iter().filter(|s| s.is_terminal()).collect();
    assert_eq!(terminal, [State::Completed, State::Failed, State::TimedOut, State::Cancelled]);
    assert_eq!(State::default(), State::Idle);
}
